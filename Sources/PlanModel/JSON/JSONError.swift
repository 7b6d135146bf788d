/// A fault of a JSON text, with its place.
package struct JSONError: Error, Hashable, Sendable {
  /// From 1.
  package let line: Int
  /// From 1, in Unicode scalars.
  package let column: Int
  /// Lowercase, without a full stop: `key 'title' is there twice`.
  package let reason: String

  /// Finds the line and column of a byte offset.
  init(_ reason: String, at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Every byte but a continuation byte begins a scalar.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.reason = reason
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(reason)" }
}
