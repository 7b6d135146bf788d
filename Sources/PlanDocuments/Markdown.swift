import PlanModel
import PlanView

/// Converts Markdown to JSON trees, from which the web page builds its nodes. The page never parses
/// text as markup.
enum Markdown {
  static func blocks(_ lines: [String]) -> JSONValue {
    .array(MarkdownReader.blocks(of: lines).map(block))
  }

  private static func block(_ block: MarkdownBlock) -> JSONValue {
    switch block {
    case .paragraph(let inlines):
      .object(["is": .string("paragraph"), "text": self.inlines(inlines)])
    case .heading(let level, let inlines):
      .object(["is": .string("heading"), "level": .number(level), "text": self.inlines(inlines)])
    case .code(let language, let text):
      .object(["is": .string("code"), "language": .string(language), "code": .string(text)])
    case .quote(let blocks):
      .object(["is": .string("quote"), "blocks": .array(blocks.map(self.block))])
    case .list(let start, let items):
      .object([
        "is": .string("list"), "start": start.map { .number($0) } ?? .null,
        "items": .array(items.map(item)),
      ])
    case .table(let table): self.table(table)
    case .rule: .object(["is": .string("rule")])
    }
  }

  private static func item(_ item: MarkdownItem) -> JSONValue {
    .object([
      "done": item.isDone.map { .bool($0) } ?? .null, "blocks": .array(item.blocks.map(block)),
    ])
  }

  private static func table(_ table: MarkdownTable) -> JSONValue {
    .object([
      "is": .string("table"), "alignments": .strings(table.alignments.map(\.rawValue)),
      "heading": .array(table.heading.map(inlines)),
      "rows": .array(table.rows.map { .array($0.map(inlines)) }),
    ])
  }

  private static func inlines(_ inlines: [MarkdownInline]) -> JSONValue {
    .array(inlines.map(inline))
  }

  private static func inline(_ inline: MarkdownInline) -> JSONValue {
    switch inline {
    case .text(let text): .string(text)
    case .code(let text): .object(["is": .string("code"), "code": .string(text)])
    case .emphasis(let inner): .object(["is": .string("em"), "text": inlines(inner)])
    case .strong(let inner): .object(["is": .string("strong"), "text": inlines(inner)])
    case .struck(let inner): .object(["is": .string("del"), "text": inlines(inner)])
    case .link(let target, let inner):
      .object(["is": .string("link"), "target": .string(target), "text": inlines(inner)])
    case .lineBreak: .object(["is": .string("break")])
    }
  }
}
