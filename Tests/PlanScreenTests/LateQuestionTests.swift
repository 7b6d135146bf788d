@testable import PlanModel
@testable import PlanScreen
import PlanView
import Testing

/// Questions and prompts that open by themselves, and what was typed meanwhile.
@Suite("Questions that come late")
struct LateQuestionTests {
  private static func slow(_ board: FakeBoard = ScreenSamples.fake) -> Bench {
    var bench = Bench(board, columns: 160)
    bench.makesChanges = false
    return bench
  }

  private static let first = ScreenSamples.id("a1b2")
  private static let words = "1 change of 704 plans: import 704 plans"

  private static func ask(_ bench: inout Bench) {
    bench.send(.asked(.undo(), ScreenConfirmation(words, commit: bench.startCommit)))
  }

  private static func tick(_ bench: inout Bench, milliseconds: Int64) {
    let now = Timestamp(milliseconds: FakeBoard.now.milliseconds + milliseconds)
    _ = bench.screen.handle(.tick(now: now))
  }

  @Test("The keys behind an undo that asks are left out, and the screen stays")
  func behind() {
    var bench = Self.slow()
    bench.press("u L L y q")
    Self.ask(&bench)
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("what you typed after it is ignored"))
    bench.press("Esc u")
    #expect(bench.effects == [.change(.undo(), on: bench.startCommit)])
    Self.ask(&bench)
    bench.press("y")
    #expect(bench.effects == [.change(.undo(isAgreed: true), on: bench.startCommit)])
  }

  @Test("Keys that were typed before anybody saw a prompt do nothing in it")
  func early() {
    for (keys, typed) in [("m 3", "3 1 Enter"), ("e x", "j j Enter"), ("p Up", "Enter y")] {
      var bench = Self.slow()
      Self.tick(&bench, milliseconds: 0)
      bench.press(keys + (keys == "m 3" ? "" : " Enter"))
      guard case .change(let change, _) = bench.effects.last else {
        Issue.record("'\(keys)' changes nothing")
        continue
      }
      bench.send(.failed(.change(change), ScreenFailure("refused by a rule")))
      bench.press(typed)
      #expect(bench.effects.isEmpty && bench.screen.prompt != nil, "\(keys)")
      Self.tick(&bench, milliseconds: 400)
      bench.press("Enter")
      #expect(bench.effects == [.change(change, on: bench.startCommit)], "\(keys)")
    }
    var bench = Self.slow()
    Self.tick(&bench, milliseconds: 0)
    bench.press("u")
    Self.ask(&bench)
    bench.press("y")
    #expect(bench.effects.isEmpty)
    Self.tick(&bench, milliseconds: 400)
    bench.press("y")
    #expect(bench.effects == [.change(.undo(isAgreed: true), on: bench.startCommit)])
  }

  @Test("What an undo left as it was is shown, and only a complete one comes back by U")
  func notices() {
    var bench = Self.slow()
    bench.press("u")
    let kept = ScreenOutcome("undid 'edit'", notices: ["kept the title"], commit: "abc")
    bench.send(.done(.undo(), kept))
    #expect(bench.text.contains("undid 'edit'; kept the title"))
    #expect(!bench.text.contains("U brings it back"))
    bench.press("u")
    bench.send(.done(.undo(), ScreenOutcome("undid 'edit'", commit: "abd")))
    #expect(bench.text.contains("U brings it back"))
  }

  // MARK: - Prompts that did not open

  @Test(
    "A text for a prompt or an editor that did not open does nothing",
    arguments: [": e d i t Enter", "3 e", "Space Space C", "Space Space E"])
  func stray(keys: String) {
    let isEmpty = keys.hasPrefix(":")
    var bench = Self.slow(
      isEmpty ? FakeBoard(ScreenSamples.board, []) : FakeBoard(ScreenSamples.board, Self.odd))
    Self.tick(&bench, milliseconds: 0)
    bench.press(keys)
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    bench.press("n e w Enter u i D q")
    #expect(bench.effects.isEmpty && bench.screen.prompt == nil)
    #expect(bench.text.contains("what you typed after it is ignored"))
    Self.tick(&bench, milliseconds: 800)
    bench.press("q")
    #expect(bench.effects == [.quit])
  }

  /// Two plans to select, and one in conflict about a value that nobody can type.
  private static var odd: [Plan] {
    [
      ScreenSamples.plan("m3f8", "One", in: "todo"), ScreenSamples.plan("n9k2", "Two", in: "todo"),
      ScreenSamples.plan("k7m2", "Fix login", in: "doing") {
        $0.values.conflicts = [
          Conflict(
            path: .field("deleted"),
            values: [
              .init(stamp: Stamp(ExactString("2026-11-21T10:00:00Z~00000")), value: .null),
              .init(stamp: Stamp(ExactString("2026-11-20T08:00:00Z~00000")), value: .object([:])),
            ])
        ]
      },
    ]
  }

  // MARK: - Texts that come back

  private static func line(_ bench: Bench) -> LinePrompt? {
    if case .line(let line) = bench.screen.prompt { line } else { nil }
  }

  @Test("A text that comes back says if its value was changed since then")
  func changedMeanwhile() {
    for (key, new) in [("e", "Renamed"), ("d", "2026-12-01")] {
      var bench = Bench()
      bench.press("\(key) x Esc")
      let index = bench.board.plans.firstIndex { $0.id == Self.first } ?? 0
      if key == "e" {
        bench.board.plans[index].values.title = new
      } else {
        bench.board.plans[index].values.due = CalendarDay(new)
      }
      bench.send(.boardChanged)
      bench.press(key)
      #expect(Self.line(bench)?.editor.text.hasSuffix("x") == true)
      #expect(
        Self.line(bench)?.note == "changed meanwhile to '\(new)'; Enter keeps what you typed")
    }
  }

  @Test("A value for a conflict comes back as other texts do")
  func decision() {
    var bench = Self.slow()
    bench.press("3 e")
    let before = Self.line(bench)?.editor.text ?? ""
    bench.type("abc")
    bench.press("Esc")
    #expect(bench.text.contains("the same key brings your text back"))
    bench.press("e")
    #expect(Self.line(bench)?.editor.text == before + "abc")
  }

  @Test("A cut sequence means nothing, in a prompt and on the board")
  func cut() {
    for start in ["", "e x "] {
      var bench = Bench()
      bench.press(start + "Alt+[ Alt+O")
      #expect(bench.screen.past == nil && bench.effects.isEmpty)
      #expect((bench.screen.prompt == nil) == start.isEmpty)
    }
  }

  @Test("That the query hides a new plan is said once")
  func hidden() {
    var bench = Bench()
    bench.press("/ l o g i n Enter l n a Enter")
    #expect(bench.text.contains("the query hides z1"))
    bench.press("e x Enter")
    #expect(bench.text.contains("done: set") && !bench.text.contains("hides"))
  }

  @Test("Words of a linked plan look for plans, and never remove a link")
  func links() {
    var bench = Self.slow()
    bench.press("l l b")
    bench.type("failing")
    #expect(Self.line(bench)?.offers.map(\.text) == ["blocked-by:m3f8"])
    bench.press("Ctrl+u")
    bench.type("-failing")
    #expect(Self.line(bench)?.offers.map(\.text) == ["-blocked-by:m3f8"])
  }

  @Test("A link that only the other plan has is offered to be removed, of every kind")
  func reverseLinks() {
    for (kind, name) in [("blocked-by", "blocks"), ("parent", "child"), ("relates", "relates")] {
      var bench = Self.slow()
      let index = bench.board.plans.firstIndex { $0.id == ScreenSamples.id("n9k2") } ?? 0
      bench.board.plans[index].values.links = [Link(kind: kind, target: Self.first.text)]
      bench.send(.boardChanged)
      bench.press("b -")
      #expect(Self.line(bench)?.offers.map(\.text) == ["-\(name):n9k2"])
    }
  }

  @Test("Enter on a line of a deleted plan says that the plan is deleted")
  func deletedLine() {
    var bench = Self.slow()
    bench.press("l l Enter")
    bench.goTo(.item(id: "c2", isDone: false))
    let index = bench.board.plans.firstIndex { $0.id == ScreenSamples.id("k7m2") } ?? 0
    bench.board.plans[index].values.deletion = Deletion(
      at: FakeBoard.now, by: "Dev One", holds: true)
    bench.board.showsDeleted = true
    bench.send(.boardChanged)
    bench.press("Enter")
    #expect(bench.effects.isEmpty)
    #expect(bench.text.contains("k7m2 is deleted"))
  }
}
