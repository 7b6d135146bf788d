import PmgitTestSupport
import Testing

@testable import PlanIndex
@testable import PlanModel

@Suite("Packed texts")
struct PackedTextsTests {
  private static let words = [
    "login", "LOGIN", "fix", "e", "É", "straße", "STRASSE", "로그인", "が", "\u{304B}\u{3099}",
    "ﬁ",
    "nothing at all", "a\u{301}", "İ", "#", "",
  ]

  private static let lines = [
    "", "Fix the login", "ignore LOGINS", "École", "e\u{301}cole", "Straße 7", "로그인 화면",
    "がぎ", "\u{304B}\u{3099}", "ﬁnal", "İstanbul", "plain ascii only", "ÀÉÎ",
    String(repeating: "long ", count: 60),
  ]

  /// Returns plans with random texts in all places that searches read.
  private func plans(_ random: inout SeededGenerator) -> [Plan] {
    (0..<150).map { number in
      func line() -> String { Self.lines.randomElement(using: &random) ?? "" }
      var values = PlanValues()
      values.title = line()
      if number % 3 > 0 {
        values.texts.body = (0..<Int.random(in: 0...3, using: &random)).map { _ in line() }
      }
      if number % 4 > 1 {
        values.texts.checklist = [ChecklistItem(id: "c1", text: line(), done: false, rank: "M")]
      }
      if number % 5 > 2 {
        values.texts.comments = [Comment(id: "k1", at: nil, by: "Dev", text: [line(), line()])]
      }
      return Plan(id: PlanID.random(using: &random), values)
    }.sorted { $0.id < $1.id }
  }

  @Test("Packed texts come back, and a search finds what it finds in unpacked ones")
  func search() throws {
    var random = SeededGenerator(seed: 21)
    for _ in 0..<6 {
      let all = plans(&random)
      let index = try PlanIndex(at: try newIndexPath())
      let changes = all.map {
        IndexChange(path: Array($0.id.path.utf8), id: $0.id, content: .plan(PackedPlan($0)))
      }
      let commit = String(repeating: "a", count: 40)
      #expect(try index.write(changes, from: nil, to: commit, tree: commit))
      let read = try #require(try index.plans(withTexts: true)).plans
      #expect(read.map(\.outline) == all.map(\.outline))
      #expect(read.map(\.texts) == all.map(\.texts))
      for word in Self.words.map({ SearchText($0) }) {
        #expect(read.map { $0.contains(word) } == all.map { $0.contains(word) }, "\(word.text)")
        for other in Self.words.map({ SearchText($0) }) {
          #expect(
            Relevance([word, other], among: read).sorted(read).map(\.id)
              == Relevance([word, other], among: all).sorted(all).map(\.id))
        }
      }
    }
  }
}
