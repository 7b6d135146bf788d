/// A number as it was written, such as `1E400` or `0.10`.
///
/// Two lexemes of one number are two values: pmgit never decides which spelling was meant.
package struct JSONNumber: Hashable, Sendable {
  /// The characters of the number, valid by the grammar of RFC 8259.
  package let lexeme: String

  /// Takes a lexeme that the caller has checked against the grammar.
  init(uncheckedLexeme lexeme: String) { self.lexeme = lexeme }

  package init(_ value: Int) { lexeme = String(value) }

  /// Reads a number as RFC 8259 writes it, or returns nil.
  package init?(_ text: String) {
    guard case .number(let number)? = try? JSONReader.value(in: Array(text.utf8)),
      number.lexeme == text
    else { return nil }
    self = number
  }

  /// The value as an integer, if it is written as one and fits.
  package var integer: Int? { Int(lexeme) }
}
