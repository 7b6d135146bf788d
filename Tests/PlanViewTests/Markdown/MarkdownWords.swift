import PlanView

/// The words of a Markdown text, without its markup.
enum MarkdownWords {
  /// Returns the words of blocks, including the languages of code and the addresses of links.
  static func words(of blocks: [MarkdownBlock]) -> String {
    blocks.map { block in
      switch block {
      case .paragraph(let pieces), .heading(_, let pieces): words(of: pieces)
      case .code(let language, let text): "\(language) \(text)"
      case .quote(let blocks): words(of: blocks)
      case .list(_, let items):
        items.map { ($0.isDone == true ? "x " : "") + words(of: $0.blocks) }.joined(separator: " ")
      case .table(let table):
        ([table.heading] + table.rows).joined().map { words(of: $0) }.joined(separator: " ")
      case .rule: ""
      }
    }.joined(separator: " ")
  }

  private static func words(of pieces: [MarkdownInline]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text), .code(let text): text
      case .emphasis(let inner), .strong(let inner), .struck(let inner): words(of: inner)
      case .link(let target, let inner):
        inner == [.text(target)] ? target : words(of: inner) + " " + target
      case .lineBreak: " "
      }
    }.joined()
  }

  /// Returns the letters and the marks U+202E of a text, in order. The numbers of lists and markup
  /// are ignored.
  static func letters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.isAlphabetic || $0.value == 0x202E }))
  }

  /// Returns the largest number of nested blocks and inline elements.
  static func depth(of blocks: [MarkdownBlock]) -> Int {
    1
      + (blocks.map { block in
        switch block {
        case .paragraph(let pieces), .heading(_, let pieces): depth(of: pieces)
        case .quote(let blocks): depth(of: blocks)
        case .list(_, let items): items.map { depth(of: $0.blocks) }.max() ?? 0
        case .table(let table):
          ([table.heading] + table.rows).joined().map { depth(of: $0) }.max() ?? 0
        case .code, .rule: 0
        }
      }.max() ?? 0)
  }

  private static func depth(of pieces: [MarkdownInline]) -> Int {
    1
      + (pieces.map { piece in
        switch piece {
        case .emphasis(let inner), .strong(let inner), .struck(let inner), .link(_, let inner):
          depth(of: inner)
        case .text, .code, .lineBreak: 0
        }
      }.max() ?? 0)
  }
}
