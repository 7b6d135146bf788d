/// A block of a Markdown text, such as a paragraph or a list.
///
/// This supports the parts of CommonMark that plans use, and GitHub's tables: headings with `#`,
/// lists with tasks, quotes, code, tables and rules. HTML, footnotes, reference links and
/// underlined headings are treated as text.
package indirect enum MarkdownBlock: Hashable, Sendable {
  case paragraph([MarkdownInline])
  /// - Parameter level: The level, 1 to 6.
  case heading(level: Int, [MarkdownInline])
  /// - Parameter language: The text after the opening fence, which may be empty.
  case code(language: String, text: String)
  case quote([MarkdownBlock])
  /// - Parameter start: The number of the first item; nil for a bulleted list.
  case list(start: Int?, [MarkdownItem])
  case table(MarkdownTable)
  case rule
}

/// An item of a list.
package struct MarkdownItem: Hashable, Sendable {
  /// Whether the task is ticked off; nil if the item is not a task.
  package let isDone: Bool?
  package let blocks: [MarkdownBlock]
}

package struct MarkdownTable: Hashable, Sendable {
  package enum Alignment: String, Hashable, Sendable { case none, left, center, right }

  /// The alignment of each column of the heading.
  package let alignments: [Alignment]
  package let heading: [[MarkdownInline]]
  /// The rows. None has more cells than the heading.
  package let rows: [[[MarkdownInline]]]
}

/// An inline element of a line.
package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case code(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case struck([MarkdownInline])
  /// - Parameter target: An address with the scheme `http`, `https` or `mailto`.
  case link(target: String, [MarkdownInline])
  /// A line break, kept as it was written.
  case lineBreak
}
