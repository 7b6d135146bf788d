/// Cells of a table by RFC 4180, for spreadsheets.
///
/// A spreadsheet takes a cell for a formula if it begins with one of a few characters, and formulas
/// can run commands or send what other cells have. Such a cell gets an apostrophe, which
/// spreadsheets hide.
package enum CSVText {
  /// The characters with which a formula begins, also in wide forms.
  private static let starts: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// Returns a text as the content of a cell.
  package static func cell(_ text: String) -> String { harmless(readable(text)) }

  /// Returns a text without control characters, except ends of lines and tabs. They must be gone
  /// before a cell is looked at: what follows them may be a formula.
  package static func readable(_ text: String) -> String {
    let isKept = { (scalar: Unicode.Scalar) in
      scalar.properties.generalCategory != .control || "\n\r\t".unicodeScalars.contains(scalar)
    }
    guard !text.unicodeScalars.allSatisfy(isKept) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter(isKept)))
  }

  /// Returns a cell with an apostrophe before it if it looks like a formula, or like one that has
  /// apostrophes already. So `original` is exact.
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

  /// Whether a cell is any number of apostrophes and a character that begins a formula. White
  /// space before it does not count: some programs skip it.
  private static func isFormula(_ cell: String) -> Bool {
    let rest = cell.unicodeScalars.drop { $0 == "'" }
    if let first = rest.first, starts.contains(first) { return true }
    return rest.first { $0 != " " && $0 != "\u{A0}" }.map { starts.contains($0) } ?? false
  }

  /// Returns a cell in quotes if it needs them. Those with a semicolon or a tab have them too,
  /// because spreadsheets of some countries take these for the separator.
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
