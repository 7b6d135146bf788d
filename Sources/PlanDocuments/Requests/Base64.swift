/// Decodes base64 (RFC 4648), in which JSON carries bytes.
enum Base64 {
  private static let pad = UInt8(ascii: "=")

  /// Returns the bytes of a text; nil if it has a character that is not in the alphabet, lacks
  /// padding, or sets bits that belong to no byte.
  static func bytes(of text: String) -> [UInt8]? {
    let signs = Array(text.utf8)
    guard signs.count % 4 == 0 else { return nil }
    let padding = signs.suffix(2).reversed().prefix { $0 == pad }.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(signs.count / 4 * 3)
    var (bits, count) = (UInt32(0), 0)
    for sign in signs.dropLast(padding) {
      guard let value = value(of: sign) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bits & (1 << UInt32(count) - 1) == 0 ? bytes : nil
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
