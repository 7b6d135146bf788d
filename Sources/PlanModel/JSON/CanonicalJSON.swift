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
  package static func file(of value: JSONValue) -> [UInt8] { bytes(of: value) + [0x0A] }

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

    private mutating func breakLine() {
      guard isMultiline else { return }
      bytes.append(0x0A)
      bytes += repeatElement(0x20, count: 2 * depth)
    }

    private mutating func write(_ string: ExactString) {
      bytes.append(UInt8(ascii: "\""))
      defer { bytes.append(UInt8(ascii: "\"")) }
      if string.text.utf8.allSatisfy(Self.isPlain) {
        bytes += string.text.utf8
        return
      }
      for scalar in string.text.unicodeScalars {
        switch scalar {
        case "\"": bytes += "\\\"".utf8
        case "\\": bytes += "\\\\".utf8
        case "\n": bytes += "\\n".utf8
        case _ where Self.isEscaped(scalar): bytes += "\\u\(Self.fourDigits(scalar.value))".utf8
        default: bytes += UTF8.encode(scalar).map { Array($0) } ?? []
        }
      }
    }

    /// Whether a byte is an ASCII character that is written unescaped.
    private static func isPlain(_ byte: UInt8) -> Bool {
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether a scalar is escaped because a terminal could hide it or reorder a line by it.
    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0..<0x20, 0x7F...0x9F, 0x2028...0x2029, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
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
