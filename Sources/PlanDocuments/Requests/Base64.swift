extension [UInt8] {
  /// Decodes base64 (RFC 4648), in which JSON carries bytes. Returns nil if the text has a
  /// character that is not in the alphabet, lacks padding, or sets bits that belong to no byte.
  init?(base64 text: String) {
    let signs = Array(text.utf8)
    guard signs.count % 4 == 0 else { return nil }
    let padding = signs.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    self = []
    reserveCapacity(signs.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    for sign in signs.dropLast(padding) {
      guard let value = Self.value(of: sign) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    if bits & (1 << UInt32(count) - 1) != 0 { return nil }
  }

  private static func value(of sign: UInt8) -> UInt32? {
    switch sign {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(sign - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(sign - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(sign - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
