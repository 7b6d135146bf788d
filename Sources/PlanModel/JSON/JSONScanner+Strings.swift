extension JSONScanner {
  mutating func string() throws(JSONError) {
    let start = offset
    offset = endOfPlain(from: start + 1)
    var content = start + 1..<offset
    if offset < end, bytes[offset] == UInt8(ascii: "\\") {
      content = try unescaped(from: content)
    }
    guard offset < end else { throw failure("the text ends inside a string") }
    guard bytes[offset] == UInt8(ascii: "\"") else {
      throw failure("a control character in a string")
    }
    guard isUTF8 || String(validating: bytes[start + 1..<offset], as: UTF8.self) != nil else {
      throw JSONError("a string that is not valid UTF-8", at: start + 1, in: bytes)
    }
    offset += 1
    add(.string, from: start, content: content)
  }

  /// Returns the index of the first byte that ends a string or needs unescaping.
  private func endOfPlain(from start: Int) -> Int {
    let bytes = bytes.span
    for index in Self.endOfPlainWords(in: bytes, from: start, to: end)..<end {
      switch bytes[index] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<0x20: return index
      default: continue
      }
    }
    return end
  }

  /// Skips eight bytes at a time while none of them ends the string or needs unescaping.
  private static func endOfPlainWords(in bytes: Span<UInt8>, from start: Int, to end: Int) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    var index = start
    while index + 8 <= end {
      // Any eight bytes are a valid integer, and the bounds are checked.
      let word = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
      let (quotes, backslashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
      // The borrow sets the top bit of each byte that is zero, or less than 0x20 for control
      // characters.
      let marks =
        (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
        | (word &- ones &* 0x20) & ~word
      if marks & tops != 0 { break }
      index += 8
    }
    return index
  }

  /// Copies a string that has an escape at `offset` to the end of `bytes`, with all escapes
  /// replaced. Returns the range of the copy.
  ///
  /// - Parameter plain: The bytes before the escape.
  private mutating func unescaped(from plain: Range<Int>) throws(JSONError) -> Range<Int> {
    let start = bytes.count
    copy(plain)
    while offset < end, bytes[offset] == UInt8(ascii: "\\") {
      try escape()
      let next = offset
      offset = endOfPlain(from: next)
      copy(next..<offset)
    }
    return start..<bytes.count
  }

  /// Copies bytes to the end of `bytes`, one by one: a slice would make Swift copy the whole array.
  private mutating func copy(_ range: Range<Int>) {
    for index in range { bytes.append(bytes[index]) }
  }

  private mutating func escape() throws(JSONError) {
    let start = offset
    offset += 1
    let letter = try peek("an escape")
    offset += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): bytes.append(letter)
    case UInt8(ascii: "b"): bytes.append(0x08)
    case UInt8(ascii: "f"): bytes.append(0x0C)
    case UInt8(ascii: "n"): bytes.append(0x0A)
    case UInt8(ascii: "r"): bytes.append(0x0D)
    case UInt8(ascii: "t"): bytes.append(0x09)
    case UInt8(ascii: "u"): try unicodeEscape(from: start)
    default:
      offset = start
      throw failure("an unknown escape in a string")
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONError) {
    var code = try codeUnit()
    if (0xD800..<0xDC00).contains(code), bytes[offset..<end].starts(with: [0x5C, 0x75]) {
      let second = offset
      offset += 2
      let low = try codeUnit()
      if (0xDC00..<0xE000).contains(low) {
        code = 0x10000 + (code - 0xD800) << 10 + low - 0xDC00
      } else {
        // This is not the second half of a pair, so it is read again as an escape of its own.
        offset = second
      }
    }
    guard let scalar = Unicode.Scalar(code) ?? (limits.mendsSurrogates ? "\u{FFFD}" : nil) else {
      offset = start
      throw failure("half of a surrogate pair")
    }
    bytes += String(Character(scalar)).utf8
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    let digits = bytes[offset..<end].prefix(4)
    guard digits.count == 4,
      digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected four hexadecimal digits") }
    offset += 4
    return code
  }
}
