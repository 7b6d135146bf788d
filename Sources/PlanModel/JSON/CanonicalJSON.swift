import Parallel

/// Writes canonical JSON: equal values have equal bytes. Keys are sorted, each member has its own
/// line, and escapes are fixed.
///
/// `docs/data-format.md` states the rules. Merges compare and hash these bytes, so a change here
/// changes the format.
package enum CanonicalJSON {
  /// Returns the bytes of a value as in a file, without the final line feed.
  package static func bytes(of value: JSONValue) -> [UInt8] {
    var writer = Writer(isMultiline: true)
    writer.write(value)
    return writer.bytes
  }

  /// Returns the bytes of a file with the value.
  package static func file(of value: JSONValue) -> [UInt8] {
    var bytes = bytes(of: value)
    bytes.append(0x0A)
    return bytes
  }

  /// Returns the value on one line, for JSON Lines; the other rules are the same.
  package static func line(of value: JSONValue) -> String {
    var writer = Writer(isMultiline: false)
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private struct Writer {
    let isMultiline: Bool
    var bytes: [UInt8] = []
    private var depth = 0

    init(isMultiline: Bool) { self.isMultiline = isMultiline }

    mutating func write(_ value: JSONValue) {
      switch value {
      case .null: bytes += "null".utf8
      case .bool(let bool): bytes += (bool ? "true" : "false").utf8
      case .number(let number): bytes += number.lexeme.utf8
      case .string(let string): write(string)
      case .array(let array) where isLong(array): writeOnAllProcessors(array)
      case .array(let array):
        list(array, open: UInt8(ascii: "["), close: UInt8(ascii: "]")) { $0.write($1) }
      case .object(let object):
        list(object.members, open: UInt8(ascii: "{"), close: UInt8(ascii: "}")) {
          $0.write($1.key)
          $0.bytes += ($0.isMultiline ? ": " : ":").utf8
          $0.write($1.value)
        }
      }
    }

    private mutating func list<Value>(
      _ values: [Value], open: UInt8, close: UInt8, write: (inout Writer, Value) -> Void
    ) {
      bytes.append(open)
      depth += 1
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        breakLine()
        write(&self, value)
      }
      depth -= 1
      if !values.isEmpty { breakLine() }
      bytes.append(close)
    }

    /// A list of at least this many objects is written on all processors.
    private static let fewestForProcessors = 500
    /// The most objects that are written before their bytes are copied to the result.
    private static let wave = 4_096

    private func isLong(_ array: [JSONValue]) -> Bool {
      guard array.count >= Self.fewestForProcessors, case .object = array[0] else { return false }
      return true
    }

    /// Writes a long list with the same result as `list`.
    private mutating func writeOnAllProcessors(_ array: [JSONValue]) {
      bytes.append(UInt8(ascii: "["))
      var inside = Writer(isMultiline: isMultiline)
      inside.depth = depth + 1
      for start in stride(from: 0, to: array.count, by: Self.wave) {
        let count = min(Self.wave, array.count - start)
        let parts = Processors.map(count, fewest: Self.fewestForProcessors) { [inside] range in
          var writer = inside
          for place in range {
            if start + place > 0 { writer.bytes.append(UInt8(ascii: ",")) }
            writer.breakLine()
            writer.write(array[start + place])
          }
          return writer.bytes
        }
        for part in parts { bytes += part }
      }
      breakLine()
      bytes.append(UInt8(ascii: "]"))
    }

    private mutating func breakLine() {
      guard isMultiline else { return }
      bytes.append(0x0A)
      bytes += repeatElement(0x20, count: 2 * depth)
    }

    private mutating func write(_ string: ExactString) {
      bytes.append(UInt8(ascii: "\""))
      let text = string.text.utf8.span
      var written = 0
      var place = 0
      while place < text.count {
        guard let escape = Self.escape(in: text, at: place) else {
          place += 1
          continue
        }
        append(text, written..<place)
        switch escape.value {
        case 0x22: bytes += "\\\"".utf8
        case 0x5C: bytes += "\\\\".utf8
        case 0x0A: bytes += "\\n".utf8
        default: bytes += "\\u\(Self.fourDigits(escape.value))".utf8
        }
        place += escape.length
        written = place
      }
      append(text, written..<text.count)
      bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(_ text: borrowing Span<UInt8>, _ range: Range<Int>) {
      unsafe text.extracting(range).withUnsafeBufferPointer { part in
        unsafe bytes.append(contentsOf: part)
      }
    }

    /// Returns the scalar at a place in UTF-8 and its number of bytes if it is written escaped: a
    /// quote, a backslash, or a character that could hide or reorder a line on a terminal.
    private static func escape(
      in text: borrowing Span<UInt8>, at place: Int
    ) -> (value: UInt32, length: Int)? {
      let byte = text[place]
      switch byte {
      case 0..<0x20, 0x22, 0x5C, 0x7F: return (UInt32(byte), 1)
      // U+0080 to U+009F.
      case 0xC2 where text[place + 1] < 0xA0: return (UInt32(text[place + 1]), 2)
      case 0xE2:
        let value = 0x2000 | UInt32(text[place + 1] & 0x3F) << 6 | UInt32(text[place + 2] & 0x3F)
        switch value {
        case 0x2028...0x202E, 0x2066...0x2069: return (value, 3)
        default: return nil
        }
      default: return nil
      }
    }

    private static func fourDigits(_ value: UInt32) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}

// MARK: - Hashes

/// The 64-bit FNV-1a hash by Fowler, Noll and Vo (RFC 9923).
package enum FNV1a {
  package static func hash(of bytes: [UInt8]) -> UInt64 {
    bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Returns the hash in 16 hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    let digits = String(hash(of: bytes), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
