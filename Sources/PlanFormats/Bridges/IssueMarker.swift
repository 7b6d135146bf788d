import PlanView

/// The mark in the text of an issue that a bridge has created: `<!-- pmgit:k3f… -->`.
///
/// It is invisible on the tracker's pages, and is not part of the plan's body.
package enum IssueMarker {
  private static let start = "<!-- pmgit:"
  private static let end = " -->"
  private static let lengths = 16...40

  /// The last line of the body if the text of the issue is too long for a plan.
  package static let cut = "<!-- pmgit: the rest of the text is too long -->"

  /// The end of the title if the title of the issue is too long for a plan.
  package static let cutTitle = " … [cut by pmgit]"

  /// Returns the text of an issue: the body of the plan, escaped, and the mark.
  package static func text(_ lines: [String], marker: String?) -> String {
    let body = IssueText.written(lines.joined(separator: "\n"))
    guard let marker else { return body }
    return body + (body.isEmpty ? "" : "\n\n") + start + marker + end
  }

  /// Returns the text of an issue without escapes and its last mark, and the mark. Text that
  /// somebody wrote below the mark is kept.
  static func split(_ text: String) -> (body: String, marker: String?) {
    let bytes = text.utf8
    var rest = bytes[...]
    while let colon = rest.lastIndex(of: UInt8(ascii: ":")) {
      let first = bytes.index(after: colon)
      let marker = bytes[first...].prefix(lengths.upperBound + 1).prefix(while: isDigit)
      if lengths.contains(marker.count),
        bytes[...colon].suffix(start.utf8.count).elementsEqual(start.utf8),
        bytes[marker.endIndex...].starts(with: end.utf8)
      {
        let below = bytes[bytes.index(marker.endIndex, offsetBy: end.utf8.count)...]
        let above = bytes[...colon].dropLast(start.utf8.count)
        return (IssueText.read(joined(above, below)), String(Substring(marker)))
      }
      rest = bytes[..<colon]
    }
    return (IssueText.read(text), nil)
  }

  /// Returns the text above and below a mark as one body. White space below the mark is ignored.
  private static func joined(_ above: Substring.UTF8View, _ below: Substring.UTF8View) -> String {
    let body = withoutLastLines(above)
    guard let last = below.lastIndex(where: { !isSpace($0) }) else {
      return String(Substring(body))
    }
    let words = below[...last].drop(while: isSpace)
    return body.isEmpty
      ? String(Substring(words)) : "\(Substring(body))\n\n\(Substring(words))"
  }

  /// Returns a text without the last two line ends, which were written before the mark.
  private static func withoutLastLines(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var body = text
    for _ in 0..<2 {
      guard body.last == 0x0A else { break }
      body = body.dropLast()
      if body.last == 0x0D { body = body.dropLast() }
    }
    return body
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
