@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

/// What prompts keep, offer and refuse.
@Suite("Prompts of a screen")
struct PromptTests {
  private static func id(_ start: String) -> PlanID { ScreenSamples.id(start) }

  private static func line(_ bench: Bench) -> LinePrompt? {
    if case .line(let line) = bench.screen.prompt { line } else { nil }
  }

  private static func offers(_ bench: Bench) -> [String] { line(bench)?.offers.map(\.text) ?? [] }

  // MARK: - What was typed

  @Test("Escape keeps the text for the same prompt of the same plan")
  func kept() {
    var bench = Bench()
    for keys in ["n", "e", "+", "b", "d"] {
      bench.press(keys)
      let before = Self.line(bench)?.editor.text ?? ""
      bench.type("abc")
      bench.press("Esc")
      #expect(bench.text.contains("the same key brings your text back"), "\(keys)")
      bench.press(keys)
      #expect(Self.line(bench)?.editor.text == before + "abc", "\(keys)")
      #expect(Self.line(bench)?.note == "what you typed before; Ctrl+u clears it")
      bench.press("Esc l l " + keys)
      let isSame = keys == "n"
      #expect((Self.line(bench)?.editor.text.hasSuffix("abc") == true) == isSame, "\(keys)")
      bench.press("Esc h h")
    }
    bench.press("n Ctrl+u Esc n")
    #expect(Self.line(bench)?.editor.text == "")
  }

  @Test("A text that was saved is not offered again")
  func saved() {
    var bench = Bench()
    bench.press("n a Esc n Enter n")
    #expect(Self.line(bench)?.editor.text == "")
  }

  @Test(
    "A pasted text has no control characters",
    arguments: [
      ("q D y\u{1B}[31mred\u{1B}[0m", "q D yred"), ("a\u{0}b\u{7F}c\u{9B}31md", "a b cd"),
      ("one\r\ntwo\tthree\u{2028}four", "one two three four"), ("\u{1B}]0;t\u{7}", " ]0;t "),
      ("가\u{1B}[", "가"), ("e\u{301}\u{200D}", "e\u{301}\u{200D}"),
    ])
  func pasted(text: String, expected: String) {
    var bench = Bench()
    bench.press("n")
    bench.send(.input(.paste(text)))
    #expect(Self.line(bench)?.editor.text == expected)
  }

  @Test("A refused change opens its prompt or its list again, with the reason")
  func refused() {
    for keys in ["n x", "e x", "+ x", "b r e l a t e s : m 3 f 8", "d f r i", "# x Tab", "p Up"] {
      var bench = Bench()
      bench.makesChanges = false
      bench.press(keys + " Enter")
      guard case .change(let change, _) = bench.effects.last else {
        Issue.record("'\(keys)' changes nothing")
        continue
      }
      #expect(bench.screen.prompt == nil)
      bench.send(.failed(.change(change), ScreenFailure("refused by a rule", hints: ["so it is"])))
      #expect(bench.screen.prompt != nil, "'\(keys)'")
      #expect(bench.text.contains("refused by a rule"), "'\(keys)'")
      bench.press("Enter")
      guard case .change(let again, _) = bench.effects.first else {
        Issue.record("'\(keys)' can't be tried again")
        continue
      }
      #expect(again == change)
    }
  }

  @Test(
    "What can't be right keeps its prompt open",
    arguments: [
      ("n # b u g", "a plan needs a title"), ("b b l o c k e m o j i", "is not KIND:ID"),
      ("b b l o k s : m 3 f 8", "is of no kind that pmgit knows"), ("d n i x", "not a date"),
    ])
  func mistakes(keys: String, reason: String) {
    var bench = Bench()
    bench.press(keys + " Enter")
    #expect(bench.effects.isEmpty && bench.screen.prompt != nil)
    #expect(bench.text.contains(reason))
  }

  // MARK: - Links

  @Test("The kinds of links are completed, then plans by their ids and titles")
  func links() {
    var bench = Bench()
    bench.press("b")
    #expect(Self.offers(bench).prefix(2) == ["blocked-by:", "blocks:"])
    bench.press("Tab")
    #expect(Self.line(bench)?.editor.text == "blocked-by:")
    #expect(!Self.offers(bench).isEmpty && !Self.offers(bench).contains("blocked-by:a1b2"))
    bench.type("login")
    #expect(Self.offers(bench) == ["blocked-by:m3f8", "blocked-by:k7m2"])
    bench.press("Down Down Enter")
    #expect(
      bench.effects == [.change(.link(Self.id("a1b2"), "blocked-by:k7m2"), on: bench.startCommit)])
  }

  @Test("Words of a title are shown as a plan before they are taken for one")
  func wordsOfTitle() {
    var bench = Bench()
    bench.press("b")
    bench.type("parent:failing test")
    bench.press("Enter")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("Enter links this plan"))
    bench.press("Enter")
    #expect(
      bench.effects == [.change(.link(Self.id("a1b2"), "parent:m3f8"), on: bench.startCommit)])
    bench.press("b")
    bench.type("ipad")
    #expect(Self.offers(bench) == ["blocked-by:k7m2"])
  }

  @Test("The links of a plan are offered to be removed")
  func removesLinks() {
    var bench = Bench()
    bench.press("l l b")
    #expect(Self.offers(bench).last == "-blocked-by:m3f8")
    bench.type("-")
    #expect(Self.offers(bench) == ["-blocked-by:m3f8"])
    bench.press("Tab Enter")
    #expect(
      bench.effects == [.change(.unlink(Self.id("k7m2"), "blocked-by:m3f8"), on: bench.startCommit)]
    )
    bench.press("h b")
    bench.type("-")
    #expect(Self.offers(bench) == ["-blocks:k7m2"])
  }

  // MARK: - New plans and days

  @Test("The line of a new plan shows what it sets, and completes its marks")
  func quick() {
    var bench = Bench()
    bench.press("n")
    bench.type("Write notes @me due:+2d #ui")
    #expect(Self.line(bench)?.note == "@me  due Mon 2026-11-23  #ui")
    bench.press("Ctrl+u")
    bench.type("Fix it fr")
    #expect(Self.offers(bench) == ["Fix it fri"])
    bench.press("Tab")
    #expect(Self.line(bench)?.editor.text == "Fix it fri ")
    #expect(Self.line(bench)?.note == "due Fri 2026-11-27")
    bench.type("!h")
    #expect(Self.offers(bench) == ["Fix it fri !high"])
    bench.press("Ctrl+w")
    bench.type("#b")
    // The board in memory completes every word in the same way.
    #expect(Self.offers(bench) == ["Fix it fri #blabel:", "Fix it fri #bdue:<+1w"])
    bench.press("Down Down Enter")
    #expect(bench.effects.isEmpty)
    #expect(Self.line(bench)?.editor.text == "Fix it fri #bdue:<+1w ")
  }

  @Test("A due date is completed by days of the week, which say their date")
  func weekdays() {
    var bench = Bench()
    bench.press("d")
    bench.type("fr")
    #expect(Self.offers(bench) == ["fri"])
    #expect(Self.line(bench)?.offers.first?.about == "Fri 2026-11-27")
  }

  @Test("Typing replaces the old due date, unless a key has moved or edited in it")
  func replacedDue() {
    for (keys, expected) in [
      ("f", "f"), ("Left 1", "2026-11-212"), ("Backspace", "2026-11-2"), ("End 0", "2026-11-220"),
      ("f r Left x", "fxr"), ("Tab x", "todayx"), ("Space", "2026-11-22 "),
      ("Down 0", "2026-11-220"),
    ] {
      var bench = Bench()
      bench.press("l d")
      #expect(Self.line(bench)?.editor.text == "2026-11-22")
      bench.press(keys)
      #expect(Self.line(bench)?.editor.text == expected, "\(keys)")
    }
    var bench = Bench()
    bench.press("l d Space Enter")
    let cleared = ScreenChange.set([Self.id("m3f8")], .due, "none")
    #expect(!bench.effects.contains(.change(cleared, on: bench.startCommit)))
    bench = Bench()
    bench.press("l d")
    bench.send(.input(.paste("+2w")))
    #expect(Self.line(bench)?.editor.text == "+2w")
    // A text that was kept is continued.
    bench.press("Esc d 0")
    #expect(Self.line(bench)?.editor.text == "+2w0")
    bench.press("Esc l h e x")
    #expect(Self.line(bench)?.editor.text.hasSuffix("x") == true)
    #expect(Self.line(bench)?.editor.text.count ?? 0 > 1)
  }

  @Test("@me in the list of people is the user, not a new person")
  func me() {
    for typed in ["@me", "me", "ME"] {
      var bench = Bench()
      bench.press("a")
      bench.type(typed)
      let line = bench.grid.lines.first { $0.contains("[ ] @me") }
      #expect(line?.contains(" you ") == true, "\(typed): \(bench.text)")
      bench.press("Enter")
      #expect(
        bench.effects.contains {
          if case .change(.edit(_, let fields), _) = $0 {
            fields[.assignees].added == ["@me"]
          } else {
            false
          }
        }, "\(typed): \(bench.effects)")
    }
  }

  @Test("Where no backgrounds are shown, completions have a frame")
  func framed() throws {
    var settings = Screen.Settings()
    settings.framesOffers = true
    var bench = Bench(settings: settings)
    bench.press("l d")
    let lines = bench.grid.lines
    let top = try #require(lines.firstIndex { $0.contains("╭─") })
    #expect(lines[top + 1].contains("│ today "))
    #expect(lines[top + 8].contains("│ next-month ") && lines[top + 9].contains("╰─"))
    #expect(lines[top + 10].contains(" due 2026-11-22"))
    for (columns, rows) in [(8, 6), (5, 4), (40, 3)] {
      var small = Bench(columns: columns, rows: rows, settings: settings)
      small.press("d")
      #expect(small.grid.lines.count == rows)
    }
  }

  // MARK: - Others

  @Test("A prompt names the plan that is not under the cursor")
  func names() {
    var bench = Bench()
    bench.press("l Space e")
    #expect(bench.text.contains("title m3f8"))
    bench.press("Esc b")
    #expect(bench.text.contains("link m3f8"))
    bench.press("Esc Esc b")
    #expect(bench.text.contains("link  blocked-by") || bench.text.contains(" link blocked-by"))
    bench.press("Esc Ctrl+a d")
    #expect(bench.text.contains("due \(bench.screen.selection.count) plans"))
  }

  @Test("A new plan that the query hides is reported, and x goes to it")
  func hidden() {
    var bench = Bench()
    bench.press("/ l o g i n Enter n a Enter")
    #expect(bench.text.contains("added; the query hides z1"))
    #expect(bench.text.contains("x shows all"))
    bench.press("x")
    #expect(bench.screen.cursorPlan == Self.id("z1"))
    bench.press("n a Enter")
    #expect(!bench.text.contains("hides"))
  }

  @Test("A key with Alt that means nothing is Escape and the key")
  func alt() {
    var bench = Bench()
    bench.press("l Enter Alt+j")
    #expect(bench.screen.plan == nil)
    #expect(bench.screen.cursorPlan == Self.id("n9k2"))
    bench.press("e x Alt+u")
    #expect(bench.screen.prompt == nil)
    #expect(bench.effects == [.change(.undo(), on: bench.startCommit)])
    bench.press("e Alt+Backspace")
    #expect(Self.line(bench) != nil)
    bench.press("Alt+Left Alt+F1")
    #expect(Self.line(bench) != nil)
  }
}
