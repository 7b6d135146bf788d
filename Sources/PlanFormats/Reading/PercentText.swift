/// Percent-encoded words: `%20` stands for a space, for formats whose words have no spaces.
///
/// A percent sign is encoded as `%25` only if two hexadecimal digits follow. So most texts with a
/// percent sign stay readable.
enum PercentText {
  /// Returns a text in which the bytes of each scalar for which `isSpecial` is true are encoded.
  static func encoded(_ text: String, where isSpecial: (Unicode.Scalar) -> Bool) -> String {
    var bytes: [UInt8] = []
    let source = Array(text.utf8)
    var place = 0
    for scalar in text.unicodeScalars {
      let count = UTF8.width(scalar)
      let isEscape =
        scalar == "%" && place + 2 < source.count && isHex(source[place + 1])
        && isHex(source[place + 2])
      for byte in source[place..<(place + count)] {
        if isEscape || isSpecial(scalar) {
          bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        } else {
          bytes.append(byte)
        }
      }
      place += count
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text as a part of an address: of its bytes, ASCII letters, digits and `marks` stay.
  static func component(_ text: String, keeping marks: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
      case _ where marks.utf8.contains(byte): bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns a text with white space and control characters encoded.
  static func word(_ text: String) -> String { encoded(text, where: isSpaceOrControl) }

  static func isSpaceOrControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
  }

  static func decoded(_ text: some StringProtocol) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    var place = 0
    while place < source.count {
      if source[place] == UInt8(ascii: "%"), place + 2 < source.count,
        let high = value(source[place + 1]), let low = value(source[place + 2])
      {
        bytes.append(high << 4 | low)
        place += 3
      } else {
        bytes.append(source[place])
        place += 1
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isHex(_ byte: UInt8) -> Bool { value(byte) != nil }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
