/// All marks of Markdown are ASCII, so lines are examined as bytes. As characters, a mark followed
/// by a combining accent would not be recognized.
extension Substring {
  var isBlank: Bool { utf8.allSatisfy { $0 == .space } }

  /// The number of spaces at the beginning of the line.
  var indentation: Int { utf8.prefix { $0 == .space }.count }

  /// The line without the spaces around it.
  var trimmed: Substring {
    let start = utf8.firstIndex { $0 != .space } ?? endIndex
    let end = utf8.lastIndex { $0 != .space }.map { utf8.index(after: $0) } ?? start
    return self[start..<Swift.max(start, end)]
  }

  func withoutIndentation(upTo count: Int) -> Substring {
    self[utf8.index(startIndex, offsetBy: Swift.min(count, indentation))...]
  }

  /// Whether the line is a thematic break: at least three `-`, `*` or `_`, all the same, besides
  /// spaces, and indented by less than four spaces.
  var isRule: Bool {
    let marks = utf8.filter { $0 != .space }
    guard let mark = marks.first, marks.count >= 3 else { return false }
    return [UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_")].contains(mark)
      && marks.allSatisfy { $0 == mark } && indentation < 4
  }

  var isQuote: Bool { indentation < 4 && trimmed.utf8.first == UInt8(ascii: ">") }

  var withoutQuoteMark: Substring {
    let text = trimmed
    let rest = text[text.utf8.index(after: text.startIndex)...]
    return rest.withoutIndentation(upTo: 1)
  }
}

extension UInt8 {
  static let space = UInt8(ascii: " ")
}

extension String {
  /// The line with each tab at its beginning replaced by four spaces.
  var withoutLeadingTabs: Substring {
    let start = utf8.prefix { $0 == .space || $0 == UInt8(ascii: "\t") }
    let tabs = start.count { $0 == UInt8(ascii: "\t") }
    guard tabs > 0 else { return self[...] }
    let spaces = String(repeating: " ", count: start.count + tabs * 3)
    return (spaces + self[start.endIndex...])[...]
  }
}

/// The opening line of a fenced code block.
struct CodeFence {
  let indentation: Int
  let language: String
  private let mark: UInt8
  private let count: Int

  init?(_ line: Substring) {
    indentation = line.indentation
    let text = line.trimmed
    guard indentation < 4, let mark = text.utf8.first,
      [UInt8(ascii: "`"), UInt8(ascii: "~")].contains(mark)
    else { return nil }
    self.mark = mark
    count = text.utf8.prefix { $0 == mark }.count
    let rest = text[text.utf8.index(text.startIndex, offsetBy: count)...]
    guard count >= 3, mark != UInt8(ascii: "`") || !rest.utf8.contains(mark) else { return nil }
    language = String(rest.trimmed)
  }

  func isClosed(by line: Substring) -> Bool {
    let text = line.trimmed
    return line.indentation < 4 && text.utf8.count >= count && text.utf8.allSatisfy { $0 == mark }
  }
}

/// The marker of a list item, and the text after it.
struct ListMarker {
  /// The indentation of the marker.
  private let indentation: Int
  /// The indentation of the item's text.
  let contentIndentation: Int
  /// The number of an item in a numbered list; nil for a bullet.
  let number: Int?
  private let mark: UInt8
  /// Whether the task is ticked off; nil if the item is not a task.
  let isDone: Bool?
  /// The text after the marker and after the box of a task.
  let text: Substring

  init?(_ line: Substring) {
    indentation = line.indentation
    let item = line.trimmed
    let digits = item.utf8.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard indentation < 4, digits.count <= 9, let mark = item.utf8.dropFirst(digits.count).first
    else { return nil }
    let marks = digits.isEmpty ? "-*+" : ".)"
    let rest = item[item.utf8.index(item.startIndex, offsetBy: digits.count + 1)...]
    guard marks.utf8.contains(mark), rest.isEmpty || rest.utf8.first == .space else { return nil }
    (self.mark, number) = (mark, Int(Substring(digits)))
    let spaces = (1...4).contains(rest.indentation) ? rest.indentation : 1
    contentIndentation = indentation + digits.count + 1 + spaces
    let content = rest.withoutIndentation(upTo: spaces)
    switch content.prefix(4) {
    case "[ ] ": isDone = false
    case "[x] ", "[X] ": isDone = true
    default: isDone = nil
    }
    text = isDone == nil ? content : content.dropFirst(4)
  }

  func isOfSameList(as other: ListMarker) -> Bool {
    mark == other.mark && (number == nil) == (other.number == nil)
  }

  /// Whether a line is indented as a part of the item. A nested list may be indented by only two
  /// spaces more than the marker, as many people do below a numbered item.
  func holds(_ line: Substring) -> Bool {
    line.indentation >= contentIndentation
      || line.indentation >= indentation + 2
        && ListMarker(line.withoutIndentation(upTo: .max)) != nil
  }
}

extension Substring {
  /// The largest number of columns in a table.
  private static let mostTableColumns = 40

  /// The alignments of the columns, if this is the line below the heading of a table; else nil.
  var tableAlignments: [MarkdownTable.Alignment]? {
    guard utf8.contains(UInt8(ascii: "-")), utf8.contains(UInt8(ascii: "|")) else { return nil }
    var alignments: [MarkdownTable.Alignment] = []
    for cell in tableCells {
      let dashes = cell.utf8.filter { $0 != UInt8(ascii: ":") }
      guard !dashes.isEmpty, dashes.allSatisfy({ $0 == UInt8(ascii: "-") }),
        alignments.count < Self.mostTableColumns
      else { return nil }
      switch (cell.hasPrefix(":"), cell.hasSuffix(":")) {
      case (true, true): alignments.append(.center)
      case (true, false): alignments.append(.left)
      case (false, true): alignments.append(.right)
      case (false, false): alignments.append(.none)
      }
    }
    return alignments
  }

  /// The cells of a line of a table. A `|` after a backslash does not end a cell.
  var tableCells: [String] {
    var cells: [String] = []
    var cell: [UInt8] = []
    var isEscaped = false
    for byte in trimmed.utf8 {
      if byte == UInt8(ascii: "|"), !isEscaped {
        cells.append(String(decoding: cell, as: UTF8.self))
        cell = []
      } else {
        if byte == UInt8(ascii: "|") { cell.removeLast() }
        cell.append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    cells.append(String(decoding: cell, as: UTF8.self))
    // A `|` at the beginning or at the end of the line does not add a cell.
    if cells.first?[...].isBlank ?? false, cells.count > 1 { cells.removeFirst() }
    if cells.last?[...].isBlank ?? false, cells.count > 1 { cells.removeLast() }
    return cells.map { String($0[...].trimmed) }
  }
}
