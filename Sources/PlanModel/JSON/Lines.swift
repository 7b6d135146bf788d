/// Texts with several lines as plans store them: one string per line, without line feeds.
package enum Lines {
  /// Splits a text at line feeds; an empty text has no lines.
  ///
  /// Splitting by `Character` would fail, because a carriage return with a line feed is one
  /// character.
  package static func split(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
  }

  /// Splits a text that came from an option, a pipe, an editor, the web page or an import.
  ///
  /// It drops byte order marks at the beginning, which some editors write, and carriage returns at
  /// the ends of lines.
  package static func entered(_ text: String) -> [String] {
    let text = String(text.unicodeScalars.drop { $0 == byteOrderMark })
    return split(text).map { line in
      let returns = line.utf8.reversed().prefix { $0 == 0x0D }.count
      return returns == 0 ? line : String(Substring(line.utf8.dropLast(returns)))
    }
  }

  static let byteOrderMark: Unicode.Scalar = "\u{FEFF}"

  package static func joined(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
