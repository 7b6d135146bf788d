/// A block of a Markdown text, such as a paragraph or a list.
///
/// This supports the parts of CommonMark that plans use, and GitHub's tables: headings with `#`,
/// lists with tasks, quotes, code, tables and rules. HTML, footnotes, reference links and
/// underlined headings are treated as text.
package indirect enum MarkdownBlock: Hashable, Sendable {
  case paragraph([MarkdownInline])
  /// A heading.
  ///
  /// - Parameter level: The level, 1 to 6.
  case heading(level: Int, [MarkdownInline])
  /// A block of code.
  ///
  /// - Parameter language: The text after the opening fence, which may be empty.
  case code(language: String, text: String)
  case quote([MarkdownBlock])
  /// A bulleted or numbered list.
  ///
  /// - Parameter start: The number of the first item; nil for a bulleted list.
  case list(start: Int?, [MarkdownItem])
  case table(MarkdownTable)
  case rule
}

/// An item of a list.
package struct MarkdownItem: Hashable, Sendable {
  /// Whether the task is ticked off; nil if the item is not a task.
  package let isDone: Bool?
  /// The index of the line of the whole text on which the item begins.
  package let line: Int
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

/// An inline element of a text.
package indirect enum MarkdownInline: Hashable, Sendable {
  case text(String)
  case code(String)
  case emphasis([MarkdownInline])
  case strong([MarkdownInline])
  case struck([MarkdownInline])
  /// A text that links to an address.
  ///
  /// - Parameter target: An address with the scheme `http`, `https` or `mailto`.
  case link(target: String, [MarkdownInline])
  /// A line break, kept as it was written.
  case lineBreak
}

/// Parses Markdown from untrusted sources. Parsing takes linear time, limits the nesting, and never
/// drops text.
package struct MarkdownReader {
  /// The largest text that is parsed, in bytes. A longer text is shown unchanged.
  package static let mostBytes = 65_536
  private static let deepest = 8

  private var rest: ArraySlice<Substring>
  /// The index in the whole text of the first line that this reader was given.
  private let first: Int
  private let depth: Int

  private init(_ lines: [Substring], first: Int, depth: Int) {
    (rest, self.first, self.depth) = (lines[...], first, depth)
  }

  /// The index of the next line in the whole text.
  private var index: Int { first + rest.startIndex }

  /// Parses the lines of a text into blocks.
  ///
  /// - Parameter lines: The lines of the text, without line feeds.
  package static func blocks(of lines: [String]) -> [MarkdownBlock] {
    let size = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    guard size <= mostBytes else {
      return [.code(language: "", text: lines.joined(separator: "\n"))]
    }
    var reader = MarkdownReader(lines.map(\.withoutLeadingTabs), first: 0, depth: 0)
    return reader.blocks()
  }

  private mutating func blocks() -> [MarkdownBlock] {
    var blocks: [MarkdownBlock] = []
    while let line = rest.first {
      if line.isBlank {
        rest.removeFirst()
      } else {
        blocks.append(block(beginningWith: line))
      }
    }
    return blocks
  }

  private mutating func block(beginningWith line: Substring) -> MarkdownBlock {
    if let fence = CodeFence(line) { return code(in: fence) }
    if line.indentation >= 4 { return indentedCode() }
    if let heading = Self.heading(line) {
      rest.removeFirst()
      return heading
    }
    if line.isRule {
      rest.removeFirst()
      return .rule
    }
    if depth < Self.deepest {
      if line.isQuote { return quote() }
      if let marker = ListMarker(line) { return list(like: marker) }
    }
    return table() ?? paragraph()
  }

  /// Whether a line ends the paragraph before it: a blank line, or the beginning of another block.
  private func endsParagraph(_ line: Substring) -> Bool {
    if line.isBlank || CodeFence(line) != nil || Self.heading(line) != nil || line.isRule {
      return true
    }
    return depth < Self.deepest && (line.isQuote || ListMarker(line) != nil)
  }

  private mutating func paragraph() -> MarkdownBlock {
    var lines = [rest.removeFirst()]
    while let line = rest.first, !endsParagraph(line), tableAlignments == nil {
      lines.append(rest.removeFirst())
    }
    return .paragraph(MarkdownInline.pieces(of: lines.map(\.trimmed).joined(separator: "\n")))
  }

  private static func heading(_ line: Substring) -> MarkdownBlock? {
    let text = line.trimmed
    let level = text.prefix { $0 == "#" }.count
    let title = text.dropFirst(level)
    guard (1...6).contains(level), title.isEmpty || title.first == " " else { return nil }
    // `#` marks at the end are not part of the title.
    var words = title.trimmed
    let marks = words.reversed().prefix { $0 == "#" }.count
    let rest = words.dropLast(marks)
    if rest.isEmpty || rest.last == " " { words = rest.trimmed }
    return .heading(level: level, MarkdownInline.pieces(of: String(words)))
  }

  // MARK: - Code

  private mutating func code(in fence: CodeFence) -> MarkdownBlock {
    rest.removeFirst()
    var lines: [Substring] = []
    while let line = rest.popFirst(), !fence.isClosed(by: line) {
      lines.append(line.withoutIndentation(upTo: fence.indentation))
    }
    return .code(language: fence.language, text: lines.joined(separator: "\n"))
  }

  private mutating func indentedCode() -> MarkdownBlock {
    var lines: [Substring] = []
    while let line = rest.first, line.isBlank || line.indentation >= 4 {
      lines.append(line.withoutIndentation(upTo: 4))
      rest.removeFirst()
    }
    while lines.last?.isBlank ?? false { lines.removeLast() }
    return .code(language: "", text: lines.joined(separator: "\n"))
  }

  // MARK: - Quotes and lists

  private mutating func quote() -> MarkdownBlock {
    let start = index
    var lines: [Substring] = []
    while let line = rest.first, line.isQuote || !endsParagraph(line) {
      lines.append(line.isQuote ? line.withoutQuoteMark : line)
      rest.removeFirst()
    }
    return .quote(inner(lines, from: start))
  }

  private func inner(_ lines: [Substring], from first: Int) -> [MarkdownBlock] {
    var reader = MarkdownReader(lines, first: first, depth: depth + 1)
    return reader.blocks()
  }

  private mutating func list(like first: ListMarker) -> MarkdownBlock {
    var items: [MarkdownItem] = []
    while true {
      let blank = rest.prefix(while: \.isBlank).count
      let line = rest.dropFirst(blank).first
      guard let marker = line.flatMap(ListMarker.init), marker.isOfSameList(as: first) else {
        break
      }
      rest.removeFirst(blank)
      items.append(item(of: marker))
    }
    return .list(start: first.number, items)
  }

  private mutating func item(of marker: ListMarker) -> MarkdownItem {
    let start = index
    rest.removeFirst()
    var lines = [marker.text]
    while let line = rest.first {
      if line.isBlank {
        // The item continues only if the next line that is not blank belongs to it.
        let blank = rest.prefix(while: \.isBlank).count
        guard let next = rest.dropFirst(blank).first, marker.holds(next) else { break }
        lines += rest.prefix(blank)
        rest.removeFirst(blank)
      } else {
        let continues = marker.holds(line) || !(lines.last?.isBlank ?? true) && !endsParagraph(line)
        guard continues else { break }
        lines.append(line.withoutIndentation(upTo: marker.contentIndentation))
        rest.removeFirst()
      }
    }
    return MarkdownItem(isDone: marker.isDone, line: start, blocks: inner(lines, from: start))
  }

  // MARK: - Tables

  /// The alignments of a table whose heading is the next line; nil if the next line is not such a
  /// heading.
  private var tableAlignments: [MarkdownTable.Alignment]? {
    guard let found = rest.dropFirst().first?.tableAlignments else { return nil }
    return rest.first?.tableCells.count == found.count ? found : nil
  }

  private mutating func table() -> MarkdownBlock? {
    guard let alignments = tableAlignments, let heading = rest.first?.tableCells else { return nil }
    rest.removeFirst(2)
    var rows: [[[MarkdownInline]]] = []
    while let line = rest.first, line.contains("|"), !endsParagraph(line) {
      rows.append(Self.row(line.tableCells, most: heading.count))
      rest.removeFirst()
    }
    return .table(
      MarkdownTable(
        alignments: alignments, heading: heading.map(MarkdownInline.pieces), rows: rows))
  }

  /// Parses the cells of a row. Cells beyond the last heading are joined into the last cell.
  private static func row(_ cells: [String], most: Int) -> [[MarkdownInline]] {
    let last = cells.dropFirst(most - 1).joined(separator: " | ")
    return (cells.prefix(most - 1) + (cells.count < most ? [] : [last])).map(MarkdownInline.pieces)
  }
}
