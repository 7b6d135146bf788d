/// The mark at the end of an issue that a bridge has made of a plan: `<!-- pmgit:k3f… -->`.
///
/// Pages do not show it. It is not a part of the plan's body.
package enum IssueMarker {
  private static let start = "<!-- pmgit:"
  private static let end = " -->"
  private static let lengths = 16...40

  /// The last line of the body of a plan whose issue has a longer text than a plan can have.
  package static let cut = "<!-- pmgit: the rest of the text is too long -->"

  /// The end of the title of a plan whose issue has a longer title than a plan can have.
  package static let cutTitle = " … [cut by pmgit]"

  /// Returns the text of an issue: the body of the plan and the mark.
  package static func text(_ lines: [String], marker: String?) -> String {
    let body = lines.joined(separator: "\n")
    guard let marker else { return body }
    return body + (body.isEmpty ? "" : "\n\n") + start + marker + end
  }

  /// Returns the text of an issue without the mark at its end, and the mark.
  static func split(_ text: String) -> (body: String, marker: String?) {
    let bytes = text.utf8
    guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return (text, nil) }
    let trimmed = bytes[...last]
    guard trimmed.suffix(end.utf8.count).elementsEqual(end.utf8) else { return (text, nil) }
    let marked = trimmed.dropLast(end.utf8.count)
    guard let mark = marked.lastIndex(of: UInt8(ascii: ":")) else { return (text, nil) }
    let marker = marked[marked.index(after: mark)...]
    let before = marked[...mark]
    guard lengths.contains(marker.count), marker.allSatisfy(isDigit),
      before.suffix(start.utf8.count).elementsEqual(start.utf8)
    else { return (text, nil) }
    var body = before.dropLast(start.utf8.count)
    for _ in 0..<2 {
      guard body.last == 0x0A else { break }
      body = body.dropLast()
      if body.last == 0x0D { body = body.dropLast() }
    }
    return (String(Substring(body)), String(Substring(marker)))
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
