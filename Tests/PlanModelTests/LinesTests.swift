import PlanModel
import PmgitTestSupport
import Testing

@Suite("Texts of lines")
struct LinesTests {
  @Test(
    "A text is split at its line feeds alone",
    arguments: [
      ("", []), ("a", ["a"]), ("\n", ["", ""]), ("a\n", ["a", ""]), ("a\n\nb", ["a", "", "b"]),
      ("a\r\nb", ["a\r", "b"]), ("a\rb\u{2028}c\u{85}d", ["a\rb\u{2028}c\u{85}d"]),
      ("e\n\u{301}", ["e", "\u{301}"]),
    ])
  func split(text: String, lines: [String]) {
    #expect(exact(Lines.split(text)) == exact(lines))
  }

  @Test("Splitting and joining gives the same bytes", arguments: 0..<4)
  func roundTrip(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let text = (0..<random.number(below: 5)).map { _ in random.trickyText().text }
        .joined(separator: random.pick(["\n", "\r\n", ""]))
      #expect(utf8(Lines.joined(Lines.split(text))) == utf8(text), "seed \(seed)")
    }
  }
}
