/// A paragraph, a list or another part of a text in Markdown.
///
/// Of CommonMark and GitHub's tables it is the part that descriptions of plans have: headings with `#`, lists with
/// tasks, quotes, code, tables and rules. HTML, footnotes, links by reference and headings by underlines are text.
package indirect enum MarkdownBlock: Hashable, Sendable {
  case paragraph([MarkdownInline])
  /// - Parameter level: From 1 to 6.
  case heading(level: Int, [MarkdownInline])
  /// - Parameter language: What stands behind the opening fence; it may be empty.
  case code(language: String, text: String)
  case quote([MarkdownBlock])
  /// - Parameter start: The number of the first item; nil for a list with bullets.
  case list(start: Int?, [MarkdownItem])
  case table(MarkdownTable)
  case rule
}

/// An item of a list.
package struct MarkdownItem: Hashable, Sendable {
  /// Whether the task is ticked off; nil for an item that is none.
  package let isDone: Bool?
  package let blocks: [MarkdownBlock]
}

package struct MarkdownTable: Hashable, Sendable {
  package enum Alignment: String, Hashable, Sendable { case none, left, center, right }

  /// As many as there are cells in the heading.
  package let alignments: [Alignment]
  package let heading: [[MarkdownInline]]
  /// Each has at most as many cells as the heading.
  package let rows: [[[MarkdownInline]]]
}

/// A piece of a line.
package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case code(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case struck([MarkdownInline])
  /// - Parameter target: An address of `http`, `https` or `mailto`, and of nothing else.
  case link(target: String, [MarkdownInline])
  /// The end of a line, which is one as it was written.
  case lineBreak
}
