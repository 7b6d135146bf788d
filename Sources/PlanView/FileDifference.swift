extension StyledText {
  /// The unchanged lines that are shown before and after a change.
  private static let linesOfContext = 3

  /// Returns the lines of a change of a text file, like a part of a `diff -u`. The lines at both
  /// ends that are equal are left out, except some around the change.
  ///
  /// - Parameters:
  ///   - old: The content before; nil if there is no file.
  ///   - new: The content after; nil if the file is removed.
  package static func difference(
    of path: String, from old: [UInt8]?, to new: [UInt8]?
  ) -> [StyledText] {
    let (before, after) = (lines(of: old ?? []), lines(of: new ?? []))
    let start = zip(before, after).prefix { $0 == $1 }.count
    let most = min(before.count, after.count) - start
    let end = zip(before.reversed(), after.reversed()).prefix(most).prefix { $0 == $1 }.count
    let first = max(0, start - linesOfContext)
    var lines = [
      StyledText("--- \(old == nil ? "/dev/null" : path)", .heading),
      StyledText("+++ \(new == nil ? "/dev/null" : path)", .heading),
      StyledText("@@ line \(first + 1) @@", .muted),
    ]
    lines += before[first..<start].map { StyledText(" \($0)") }
    lines += before[start..<(before.count - end)].map { StyledText("-\($0)", .removed) }
    lines += after[start..<(after.count - end)].map { StyledText("+\($0)", .added) }
    lines += before.suffix(end).prefix(linesOfContext).map { StyledText(" \($0)") }
    return lines
  }

  private static func lines(of text: [UInt8]) -> [String] {
    var lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }
}
