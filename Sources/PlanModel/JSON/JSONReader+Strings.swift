extension JSONReader {
  mutating func string() throws(JSONError) -> String {
    offset += 1
    let start = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let text = try text(bytes[start..<offset])
        offset += 1
        return text
      case UInt8(ascii: "\\"): return try escapedString(from: start)
      case 0..<0x20: throw failure("a control character in a string")
      default: offset += 1
      }
    }
    throw failure("the text ends inside a string")
  }

  /// Continues to read a string that has an escape at `offset`.
  private mutating func escapedString(from start: Int) throws(JSONError) -> String {
    var result = Array(bytes[start..<offset])
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        let text = try text(result[...], startingAt: start)
        offset += 1
        return text
      case UInt8(ascii: "\\"): result.append(contentsOf: try escape())
      case 0..<0x20: throw failure("a control character in a string")
      default:
        result.append(bytes[offset])
        offset += 1
      }
    }
    throw failure("the text ends inside a string")
  }

  private func text(
    _ slice: ArraySlice<UInt8>, startingAt start: Int? = nil
  ) throws(JSONError) -> String {
    guard let text = String(validating: slice, as: UTF8.self) else {
      throw JSONError(
        "a string that is not valid UTF-8", at: start ?? slice.startIndex, in: bytes)
    }
    return text
  }

  private mutating func escape() throws(JSONError) -> [UInt8] {
    let start = offset
    offset += 1
    let letter = try peek("an escape")
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [letter]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return try unicodeEscape(from: start)
    default:
      offset = start
      throw failure("an unknown escape in a string")
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> [UInt8] {
    var code = try codeUnit()
    if (0xD800..<0xDC00).contains(code), bytes[offset...].starts(with: [0x5C, 0x75]) {
      offset += 2
      let low = try codeUnit()
      if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + low - 0xDC00 }
    }
    guard let scalar = Unicode.Scalar(code) else {
      offset = start
      throw failure("half of a surrogate pair")
    }
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4,
      digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    offset += 4
    return code
  }
}
