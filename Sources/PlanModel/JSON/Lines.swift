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

  /// Splits a text that a person or a program has entered: by an option, a pipe, an editor, the page
  /// or an import.
  ///
  /// Byte order marks at the beginning, which some editors write, and carriage returns at the ends
  /// of lines are no part of the text.
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
