/// Reads JSON as RFC 8259 defines it, and refuses texts that two programs might read differently.
///
/// Beyond the grammar it refuses duplicate keys, lone surrogates, invalid UTF-8, a byte order mark,
/// nesting deeper than `maximumDepth` and texts longer than `maximumSize`. Numbers keep their
/// lexeme.
package enum JSONReader {
  /// The deepest nesting of arrays and objects; protects the stack from hostile files.
  package static let maximumDepth = 32
  /// The longest text, in bytes.
  package static let maximumSize = 1 << 20

  /// Reads a text that holds one value.
  package static func value(
    in bytes: [UInt8], maximumSize: Int = maximumSize
  ) throws(JSONError) -> JSONValue {
    try JSONText(bytes, maximumSize: maximumSize).value(0)
  }
}
