/// An error in a JSON text, with its line and column.
package struct JSONError: Error, Hashable, Sendable {
  /// The line number, from 1.
  package let line: Int
  /// The column number in Unicode scalars, from 1.
  package let column: Int
  /// The reason, lowercase, without a full stop: `expected ':'`.
  package let reason: String

  /// Computes the line and column of a byte offset.
  init(_ reason: String, at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Every byte except a continuation byte begins a scalar.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.reason = reason
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(reason)" }
}
