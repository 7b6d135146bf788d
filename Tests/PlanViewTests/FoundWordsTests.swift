@testable import PlanModel
import PlanView
import PmgitTestSupport
import Testing

@Suite struct FoundWordsTests {
  private func marks(_ words: [String], in text: String) -> [String] {
    FoundWords(words.map { SearchText($0) }).marked(StyledText(text, .title)).spans
      .filter { $0.role == .found }.map(\.text.string)
  }

  @Test("Words are marked where they stand; those that touch become one mark")
  func marked() {
    #expect(marks(["log", "fix"], in: "Fix login") == ["Fix", "log"])
    #expect(marks(["login", "log"], in: "Fix login") == ["login"])
    #expect(marks(["ogi", "log"], in: "Fix login") == ["logi"])
    #expect(marks([], in: "Fix login") == [])
  }

  @Test("Marks change no character of a text, whatever it is")
  func sameText() {
    for seed in 0..<500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let text = StyledText(RandomText.make(12, using: &generator), .muted)
      let words = (0..<3).map { _ in SearchText(RandomText.make(1, using: &generator)) }
      #expect(FoundWords(words).marked(text).string == text.string, "seed \(seed)")
    }
  }

  @Test("An excerpt begins near the word, at the beginning of a word, and fits")
  func excerpt() throws {
    let long =
      "Before this happens, nothing at all is wrong; then the needle breaks and so on and on"
    let plan = Build.plan("k1") { $0.values.texts.body = ["One", long] }
    let found = FoundWords([SearchText("needle")])
    let text = try #require(found.excerpt(of: plan, besides: StyledText(plan.title), toCells: 40))
    #expect(text.string == "… then the needle breaks and so on and…")
    #expect(
      found.excerpt(of: plan, besides: StyledText(plan.title), toCells: 70)?.string.hasPrefix(
        "Before") == true)
    #expect(text.spans.filter { $0.role == .found }.map(\.text.string) == ["needle"])
    #expect(found.excerpt(of: plan, besides: StyledText(plan.title), toCells: 200)?.string == long)
    #expect(
      FoundWords([SearchText("plan")]).excerpt(
        of: plan, besides: StyledText(plan.title), toCells: 40) == nil)
    let listed = Build.plan("k2") {
      $0.values.texts.checklist = [
        ChecklistItem(id: "a", text: "thread the needle", done: true, rank: "a")
      ]
    }
    #expect(
      found.excerpt(of: listed, besides: StyledText(listed.title), toCells: 40)?.string
        == "checklist: thread the needle")
  }

  @Test("An excerpt fits any width, whatever the texts are")
  func widths() {
    for seed in 0..<500 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let word = RandomText.make(1, using: &generator)
      let line = RandomText.make(40, using: &generator) + word
      let plan = Build.plan("k1") { $0.values.texts.body = [line] }
      let width = Int.random(in: 1...60, using: &generator)
      let text = FoundWords([SearchText(word)]).excerpt(
        of: plan, besides: StyledText(plan.title), toCells: width)
      #expect(text?.widthInCells ?? 0 <= width, "seed \(seed)")
    }
  }
}
