/// A number as it was written, such as `1E400` or `0.10`.
///
/// Different spellings of a number are different values: pmgit never normalizes one.
package struct JSONNumber: Hashable, Sendable {
  /// The text of the number, valid by the grammar of RFC 8259.
  package let lexeme: String

  /// Creates a number from text that the caller has checked against the grammar.
  init(uncheckedLexeme lexeme: String) { self.lexeme = lexeme }

  package init(_ value: Int) { lexeme = String(value) }

  /// Parses a number in the form of RFC 8259; nil for other texts.
  package init?(_ text: String) {
    guard case .number(let number)? = try? JSONReader.value(in: Array(text.utf8)),
      number.lexeme == text
    else { return nil }
    self = number
  }

  /// The value as an integer; nil if it is written as a fraction or too large.
  package var integer: Int? { Int(lexeme) }
}
