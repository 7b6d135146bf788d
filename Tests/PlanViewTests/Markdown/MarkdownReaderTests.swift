import PmgitTestSupport
import Testing

@testable import PlanView

@Suite("Markdown")
struct MarkdownReaderTests {
  private static func read(_ text: String) -> [MarkdownBlock] {
    MarkdownReader.blocks(
      of: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  /// Returns the inline elements of a text; nil if it is not a paragraph.
  private static func pieces(_ text: String) -> [MarkdownInline]? {
    guard case .paragraph(let pieces)? = read(text).first else { return nil }
    return pieces
  }

  @Test("Headings, rules, code and paragraphs follow each other without a blank line between")
  func blocks() {
    let text = """
      # Steps ##
      first line
      second line
      ---
      ```sh
      git  push # no heading
      ```
      #no heading
          indented
      """
    #expect(
      Self.read(text) == [
        .heading(level: 1, [.text("Steps")]),
        .paragraph([.text("first line"), .lineBreak, .text("second line")]), .rule,
        .code(language: "sh", text: "git  push # no heading"),
        .paragraph([.text("#no heading"), .lineBreak, .text("indented")]),
      ])
    #expect(
      Self.read("a\n\n    b\n\n      c\n\nd").dropFirst().first
        == .code(language: "", text: "b\n\n  c"))
    #expect(Self.read("```\nnever closed") == [.code(language: "", text: "never closed")])
  }

  @Test("Lists have tasks, lists and paragraphs in them, and go on behind a blank line")
  func lists() {
    let text = """
      1. first
        - [x] done
        - [ ] not yet

      2. second
         goes on

         another paragraph
      - of its own
      lazy
      """
    let item = { (text: String, isDone: Bool?, line: Int) -> MarkdownItem in
      MarkdownItem(isDone: isDone, line: line, blocks: [.paragraph([.text(text)])])
    }
    #expect(
      Self.read(text) == [
        .list(
          start: 1,
          [
            MarkdownItem(
              isDone: nil, line: 0,
              blocks: [
                .paragraph([.text("first")]),
                .list(start: nil, [item("done", true, 1), item("not yet", false, 2)]),
              ]),
            MarkdownItem(
              isDone: nil, line: 4,
              blocks: [
                .paragraph([.text("second"), .lineBreak, .text("goes on")]),
                .paragraph([.text("another paragraph")]),
              ]),
          ]),
        .list(
          start: nil,
          [
            MarkdownItem(
              isDone: nil, line: 8,
              blocks: [.paragraph([.text("of its own"), .lineBreak, .text("lazy")])])
          ]),
      ])
    #expect(
      Self.read("> a\nb\n> - c") == [
        .quote([
          .paragraph([.text("a"), .lineBreak, .text("b")]), .list(start: nil, [item("c", nil, 2)]),
        ])
      ])
  }

  @Test("A table has a heading, a rule of as many cells, and rows that may lack some")
  func tables() {
    let text = """
      before
      | a | `x\\|y` |
      |:--|--:|
      | 1 |
      | 1 | 2 | 3 |
      after
      """
    let cell = { (text: String) in [MarkdownInline.text(text)] }
    #expect(
      Self.read(text) == [
        .paragraph([.text("before")]),
        .table(
          MarkdownTable(
            alignments: [.left, .right], heading: [cell("a"), [.code("x|y")]],
            rows: [[cell("1")], [cell("1"), cell("2 | 3")]])),
        .paragraph([.text("after")]),
      ])
    #expect(Self.read("a | b\n---").count == 2)
    #expect(Self.pieces("a | b\n|-|-|-|") != nil)
  }

  @Test("Emphasis, code and strokes stand in each other, and what nothing closes is text")
  func emphasis() {
    #expect(
      Self.pieces("a *b **c** `*d*`* ~~e~~") == [
        .text("a "), .emphasis([.text("b "), .strong([.text("c")]), .text(" "), .code("*d*")]),
        .text(" "), .struck([.text("e")]),
      ])
    #expect(Self.pieces("***a***") == [.emphasis([.strong([.text("a")])])])
    for text in [
      "snake_case_name", "2 * 3 * 4", "**open", "a ~b~", "``open`", "****a****", "[a]", "![b]",
      "](",
    ] {
      #expect(Self.pieces(text) == [.text(text)], "\(text)")
    }
    #expect(Self.pieces("\\*a\\* \\q") == [.text("*a* \\q")])
    #expect(Self.pieces("_a_, 로그인_b_") == [.emphasis([.text("a")]), .text(", 로그인_b_")])
    #expect(Self.pieces("`` a`b ``") == [.code("a`b")])
  }

  @Test("Links lead to the web and to mail, and nowhere else")
  func links() {
    #expect(
      Self.pieces("see [the *docs*](https://a.example/x_(y)) and <mailto:a@b.example>.") == [
        .text("see "),
        .link(target: "https://a.example/x_(y)", [.text("the "), .emphasis([.text("docs")])]),
        .text(" and "), .link(target: "mailto:a@b.example", [.text("mailto:a@b.example")]),
        .text("."),
      ])
    #expect(
      Self.pieces("(HTTPS://a.example/b_c), ok") == [
        .text("("), .link(target: "HTTPS://a.example/b_c", [.text("HTTPS://a.example/b_c")]),
        .text("), ok"),
      ])
    #expect(
      Self.pieces("![logo](https://a.example/x.png)")
        == [.link(target: "https://a.example/x.png", [.text("logo")])])
    for text in [
      "[a](javascript:alert(1))", "[a](data:text/html,x)", "[a](file:///etc/passwd)",
      "[a](//b.example)",
      "[a](https://b.example \"title\")", "[a](https://b\u{202E}.example)",
      "[a](ht\u{0}tps://b.example)",
      "[a]( https://b.example)", "<b onclick=x>", "[a](vbscript:x)", "xhttps://a.example",
      "<https://a b>",
    ] {
      let hasLink = Self.pieces(text)?.contains { if case .link = $0 { true } else { false } }
      let isPartly = text.contains("<https") || text.contains("[a]( ") || text.contains(" \"title")
      #expect(hasLink == false || isPartly, "\(text)")
    }
    let nested = Self.pieces("[a [b](https://b.example) c](https://c.example)")
    #expect(nested?.contains(.link(target: "https://b.example", [.text("b")])) ?? false)
  }

  @Test("A text that is too long, too deep or too wide stays a text")
  func hostile() {
    let long = String(repeating: "*a", count: 40_000)
    #expect(MarkdownReader.blocks(of: [long]) == [.code(language: "", text: long)])
    for mark in ["> ", "- ", "[", "*a _b ", "](", "`a ``", "http://", "|-", "\\*", "- \n\n"] {
      let text = String(repeating: mark, count: 60_000 / mark.utf8.count)
      let blocks = Self.read(text)
      #expect(MarkdownWords.depth(of: blocks) < 40, "\(mark)")
    }
  }

  @Test(
    "Four times the text takes no more than some four times the work",
    arguments: ["a\n", "a`b`", "*a* ", "[a](http://b) "])
  func linear(mark: String) {
    let time = { (bytes: Int) in
      let text = String(repeating: mark, count: bytes / mark.utf8.count)
      return (0..<3).map { _ in processorTime { _ = Self.read(text) } }.min() ?? .zero
    }
    let (short, long) = (time(15_000), time(60_000))
    #expect(long < short * 9, "\(short) and \(long)")
  }

  @Test("Whatever the text, no letter of it is left out", arguments: Seeds.each(300))
  func whole(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let parts = [
      "a", "b c", "é", "로그인", "\n", "\n", "\n\n", "  ", "    ", "- ", "* ", "1. ", "[ ] ", "> ",
      "# ", "```", "`",
      "*", "**", "_", "~~", "[", "]", "(", ")", "](https://x.example)", "https://y.example", "<",
      ">", "|", "|---|",
      "\\", "---", "!", "\t", "mailto:q@z.example", "\u{202E}",
    ]
    let text = (0..<Int.random(in: 0..<60, using: &random)).map { _ in
      parts.randomElement(using: &random) ?? ""
    }.joined()
    let shown = MarkdownWords.words(of: Self.read(text))
    #expect(
      MarkdownWords.letters(shown) == MarkdownWords.letters(text),
      "\(text.debugDescription): \(shown)")
  }
}
