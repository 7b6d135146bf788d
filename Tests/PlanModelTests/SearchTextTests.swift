import PmgitTestSupport
import Testing

@testable import PlanModel

@Suite("Searching texts")
struct SearchTextTests {
  @Test(
    "Case, accents and encoding do not count",
    arguments: [
      ("", "", true), ("", "a", true), ("a", "", false), ("ab", "xAby", true), ("AB", "ab", true),
      ("aab", "aaab", true), ("abc", "ab", false), ("é", "CAFÉ", true),
      ("e\u{301}", "caf\u{e9}", true), ("\u{e9}", "CAFE\u{301}", true), ("é", "cafe", true),
      ("ecole", "École", true),
      ("한글", "이것은 한글이다", true), ("ß", "STRASSE", true), ("👩‍👧", "a👩‍👧b", true),
      ("x", "é x", true), ("й", "ЙОД", true),
    ])
  func occurrence(needle: String, haystack: String, expected: Bool) {
    #expect(SearchText(needle).occurs(in: haystack) == expected)
  }

  @Test("In ASCII, searching agrees with a plain search")
  func oracle() {
    var random = SeededGenerator(seed: 1)
    let word = { (longest: Int, letters: String) in
      let length = Int.random(in: 0...longest, using: &random)
      return String((0..<length).map { _ in letters.randomElement(using: &random) ?? "a" })
    }
    for number in 0..<8000 {
      // Long texts with few matches are searched sixteen bytes at a time.
      let (needle, haystack) = (
        word(4, "abAB"), number % 2 == 0 ? word(12, "aB") : word(70, "aAbBxxxxxxxx")
      )
      let positions = 0...max(0, haystack.count - needle.count)
      let expected = positions.contains { offset in
        haystack.dropFirst(offset).lowercased().hasPrefix(needle.lowercased())
      }
      #expect(SearchText(needle).occurs(in: haystack) == expected)
    }
  }

  private func found(_ word: String, in text: String) -> [String] {
    SearchText(word).ranges(in: text).map { String(text[$0]) }
  }

  @Test("A word is found in either case, in every script, and not over itself")
  func ranges() {
    #expect(found("log", in: "Login, LOG and dialog") == ["Log", "LOG", "log"])
    #expect(found("aa", in: "aaaaa") == ["aa", "aa"])
    #expect(found("로그", in: "로그인 로그아웃") == ["로그", "로그"])
    #expect(found("é", in: "cafe\u{301} CAFÉ") == ["e\u{301}", "É"])
    #expect(found("i", in: "ıIi") == ["ı", "I", "i"])
    // 'ß' is folded to two characters, which belong to one.
    #expect(found("s", in: "Maß") == ["ß"])
    #expect(found("x", in: "login") == [])
    #expect(found("", in: "login") == [])
    #expect(found("longer than that", in: "long") == [])
  }

  @Test("Only the beginning of an endless line is looked at")
  func limit() {
    let text = String(repeating: "a ", count: 5_000) + "end"
    #expect(found("end", in: text) == [])
    #expect(found("a", in: text).count == 5_000)
  }

  @Test("A thing is named by all of its name, else by the beginning of a word in it")
  func named() {
    let names = ["Fix login", "Fix login twice", "Relogin", "로그인 수정"]
    func named(_ text: String) -> [String] { SearchText(text).named(among: names) { $0 } }
    #expect(named("fix LOGIN") == ["Fix login"])
    #expect(named("login") == ["Fix login", "Fix login twice"])
    #expect(named("수") == ["로그인 수정"])
    #expect(SearchText("ci").named(among: ["CI", "CI runs"]) { $0 } == ["CI"])
    #expect(named("fi") == [] && named("") == [] && named("nothing") == [])
  }

  @Test("The excerpt is the line with most of the words that the title and the labels lack")
  func excerpt() throws {
    var plan = Plan(id: try #require(PlanID("k10000000000")))
    plan.values.title = "Fix login"
    plan.values.labels = ["crash"]
    plan.values.texts.body = ["It fails", "It fails on iPad", "and on iPad it fails twice"]
    plan.values.texts.checklist = [
      ChecklistItem(id: "a", text: "Write tests", done: false, rank: "a")
    ]
    func excerpt(_ words: String...) -> PlanExcerpt? {
      plan.excerpt(of: words.map { SearchText($0) }, besides: plan.title)
    }
    #expect(excerpt("ipad")?.line == "It fails on iPad")
    #expect(excerpt("twice", "ipad", "login")?.line == "and on iPad it fails twice")
    #expect(
      excerpt("login", "tests")
        == PlanExcerpt(part: .checklist, line: "Write tests", words: [SearchText("tests")]))
    #expect(excerpt("login") == nil && excerpt("CRASH") == nil && excerpt() == nil)
    #expect(excerpt("nowhere") == nil)
    // The cut end of a title is not visible.
    #expect(plan.excerpt(of: [SearchText("login")], besides: "Fix…")?.part == .title)
  }
}
