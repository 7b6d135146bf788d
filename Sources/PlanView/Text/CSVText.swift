/// Cells of a table by RFC 4180, for spreadsheets.
///
/// Spreadsheets interpret a cell that begins with one of a few characters as a formula, and
/// formulas can run commands or send the contents of other cells. Such a cell gets a leading
/// apostrophe, which spreadsheets hide.
package enum CSVText {
  /// The characters with which a formula begins, including their fullwidth forms.
  private static let starts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// Returns a text as the content of a cell.
  package static func cell(_ text: String) -> String { harmless(readable(text)) }

  /// Returns a text without control characters, except line breaks and tabs. This must be called
  /// before a cell is checked for formulas, because a formula may follow a control character.
  package static func readable(_ text: String) -> String {
    let isKept = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory != .control || "\n\r\t".unicodeScalars.contains(scalar)
    }
    guard !text.unicodeScalars.allSatisfy(isKept) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(isKept)))
  }

  /// Returns a cell, with a leading apostrophe if it looks like a formula. A cell that looks like a
  /// formula behind apostrophes gets one more, so that `original` is an exact inverse.
  package static func harmless(_ cell: String) -> String { isFormula(cell) ? "'\(cell)" : cell }

  /// Returns a cell without the apostrophe of `harmless`.
  package static func original(_ cell: String) -> String {
    cell.unicodeScalars.first == "'" && isFormula(cell)
      ? String(cell.unicodeScalars.dropFirst()) : cell
  }

  /// Returns a row with its end of line.
  package static func row(_ cells: [String]) -> String {
    cells.map(quoted).joined(separator: ",") + "\r\n"
  }

  /// Whether a cell consists of any number of apostrophes and then a character that begins a
  /// formula. Spaces before that character are ignored, because some programs skip them.
  private static func isFormula(_ cell: String) -> Bool {
    let rest = cell.unicodeScalars.drop { $0 == "'" }
    if let first = rest.first, starts.contains(first) { return true }
    return rest.first { $0 != " " && $0 != "\u{A0}" }.map { starts.contains($0) } ?? false
  }

  /// Returns a cell in quotes if it needs them. A cell with a semicolon or a tab is quoted too,
  /// because spreadsheets in some countries use these as separators.
  private static func quoted(_ cell: String) -> String {
    var scalars = String.UnicodeScalarView()
    var needsQuotes = cell.unicodeScalars.first == " " || cell.unicodeScalars.last == " "
    for scalar in cell.unicodeScalars {
      switch scalar {
      case "\"":
        scalars.append(scalar)
        needsQuotes = true
      case ",", ";", "\n", "\r", "\t", "'": needsQuotes = true
      default: break
      }
      scalars.append(scalar)
    }
    let text = String(scalars)
    return needsQuotes ? "\"\(text)\"" : text
  }
}
