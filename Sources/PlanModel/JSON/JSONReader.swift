/// Reads JSON as defined by RFC 8259, and rejects texts that programs may read differently.
///
/// Beyond the grammar it rejects duplicate keys, lone surrogates, invalid UTF-8 and byte order
/// marks. It also rejects nesting deeper than `maximumDepth` and texts longer than `maximumSize`.
/// Numbers keep their spelling.
package enum JSONReader {
  /// The deepest nesting of arrays and objects; it protects the stack from hostile files.
  package static let maximumDepth = 32
  /// The longest text in bytes.
  package static let maximumSize = 1 << 20

  /// Reads a text with one value.
  package static func value(
    in bytes: [UInt8], maximumSize: Int = maximumSize
  ) throws(JSONError) -> JSONValue {
    try JSONText(bytes, maximumSize: maximumSize).value(0)
  }
}
