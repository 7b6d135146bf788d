/// Texts of several lines as plans store them: one string a line, without line feeds.
package enum Lines {
  /// Splits at line feeds; an empty text has no lines.
  ///
  /// A split by `Character` would take a carriage return and a line feed for one.
  package static func split(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  package static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
