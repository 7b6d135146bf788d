import PlanModel

/// Recognizes the forms of Markdown lines that codecs need.
enum MarkdownLine {
  /// Returns the level and the text of a heading: `## Title`.
  static func heading(_ line: String) -> (level: Int, text: String)? {
    let level = line.prefix { $0 == "#" }.count
    guard (1...6).contains(level) else { return nil }
    let rest = line.dropFirst(level)
    guard rest.first == " " || rest.first == "\t" || rest.isEmpty else { return nil }
    let text = String(rest).trimmingSpaces
    // A `#` at the end closes the heading if white space precedes it, unlike in 'Learn C#'.
    let open = text.prefix(text.count - text.reversed().prefix { $0 == "#" }.count)
    let isClosed = open.isEmpty || open.last == " " || open.last == "\t"
    return (level, isClosed ? String(open).trimmingSpaces : text)
  }

  /// Returns the indentation and the text of an item of a list: `- Text`, `2. Text`.
  static func item(_ line: String) -> (indent: Int, text: String)? {
    var (indent, rest) = (0, line[...])
    while let first = rest.first, first == " " || first == "\t" {
      indent += first == "\t" ? 4 : 1
      rest = rest.dropFirst()
    }
    let digits = rest.prefix { $0.isASCII && $0.isNumber }
    if !digits.isEmpty, digits.count < 10 {
      rest = rest.dropFirst(digits.count)
      guard rest.first == "." || rest.first == ")" else { return nil }
    } else {
      guard let mark = rest.first, "-*+".contains(mark) else { return nil }
    }
    rest = rest.dropFirst()
    guard rest.first == " " || rest.first == "\t" else { return nil }
    return (indent, String(rest).trimmingSpaces)
  }

  /// Returns an item with a box: `- [x] Text`.
  static func task(_ line: String) -> (indent: Int, isDone: Bool, text: String)? {
    guard let item = item(line), let box = box(item.text) else { return nil }
    return (item.indent, box.isDone, box.text)
  }

  /// Returns the text after a box: `[ ] Text`, `[x] Text`.
  static func box(_ text: String) -> (isDone: Bool, text: String)? {
    let start = Array(text.utf8.prefix(4))
    guard start.count >= 3, start[0] == UInt8(ascii: "["), start[2] == UInt8(ascii: "]"),
      start.count == 3 || start[3] == UInt8(ascii: " ")
    else { return nil }
    switch start[1] {
    case UInt8(ascii: " "): return (false, String(text.dropFirst(3)).trimmingSpaces)
    case UInt8(ascii: "x"), UInt8(ascii: "X"):
      return (true, String(text.dropFirst(3)).trimmingSpaces)
    default: return nil
    }
  }

  /// Returns a paragraph as Markdown, with a backslash if it would otherwise be a heading, a list
  /// or a quote.
  static func plain(_ text: String) -> String {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let isQuoteOrHeading = text.first == ">" || heading(text) != nil
    guard isQuoteOrHeading || item(text) != nil else { return text }
    return "\(digits)\\\(text[digits.endIndex...])"
  }

  /// Returns the number of white space characters that all lines have at their beginning. Blank
  /// lines are ignored.
  static func indent(of lines: [String]) -> Int {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { line in
      line.prefix { $0 == " " || $0 == "\t" }.count
    }.min() ?? 0
  }

  /// Returns lines without their common indentation, and without empty lines at the beginning and
  /// end.
  static func withoutIndent(_ lines: [String]) -> String {
    let indent = indent(of: lines)
    return Lines.joined(lines.map { String($0.dropFirst(indent)) }).trimmingBlankLines
  }
}
