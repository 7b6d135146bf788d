@testable import PlanScreen
import PlanView
import Testing

@Suite("Markdown on the screen")
struct MarkdownLinesTests {
  private func lines(_ text: String, width: Int = 40) -> [StyledText] {
    MarkdownLines(widthInCells: width)
      .lines(of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  @Test(
    "Blocks have a form of their own",
    arguments: [
      ("# Head\ntext", ["Head", "", "text"]), ("- a\n- b", ["• a", "• b"]),
      ("1. a\n2. b", ["1. a", "2. b"]), ("- [x] a\n- [ ] b", ["[x] a", "[ ] b"]),
      ("> quoted", ["│ quoted"]), ("```\ncode  x\n```", ["  code  x"]),
      ("| a | b |\n| --- | --- |\n| 1 | 둘 |", ["a │ b", "──┼───", "1 │ 둘"]),
      ("[text](https://example.com)", ["text (https://example.com)"]),
      ("<b>no markup</b>", ["<b>no markup</b>"]), ("", []),
    ])
  func blocks(text: String, expected: [String]) {
    #expect(lines(text).map(\.string) == expected)
  }

  @Test("Strong text is a heading's, code a label's")
  func styles() {
    let spans = lines("**strong** `code`").first?.spans ?? []
    #expect(spans.map(\.role) == [.heading, .plain, .label])
  }

  @Test("No line is wider than asked, whatever the text is", arguments: 1...30)
  func widths(width: Int) {
    let text = """
      # 한국어 제목이 아주 길게 이어진다
      - item with a-very-long-word-without-any-space
        > quoted \u{1B}[2J in a list
      | a | b | c |
      | --- | --- | --- |
      | 1 | 2 | 3333333333333333333333333333 |
      """
    for line in lines(text, width: width) where width >= 6 {
      #expect(line.widthInCells <= width, "\(line.string)")
      #expect(!line.string.contains("\u{1B}"))
    }
  }
}
