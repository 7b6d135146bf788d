/// The meanings of bytes and numbers in a terminal's input.
extension InputDecoder {
  static func key(ofASCII byte: UInt8) -> Key? {
    switch byte {
    case 0x0D: Key(.enter)
    case 0x09: Key(.tab)
    case 0x08, 0x7F: Key(.backspace)
    case 0x00: Key(" ", .control)
    case 0x01...0x1A: Key(Character(Unicode.Scalar(byte + 0x60)), .control)
    case 0x1C...0x1F: Key(Character(Unicode.Scalar(byte + 0x40)), .control)
    case 0x20..<0x7F: Key(Character(Unicode.Scalar(byte)))
    default: nil
    }
  }

  static func key(final: UInt8, _ numbers: [Int?]) -> Key? {
    let first = numbers.first.flatMap(\.self)
    let modifiers = modifiers(numbers.count > 1 ? numbers[1] ?? 1 : 1)
    switch final {
    case UInt8(ascii: "~"):
      if first == 27, numbers.count > 2, let scalar = numbers[2] {
        return key(ofScalar: scalar, modifiers)
      }
      return first.flatMap(code(ofNumber:)).map { Key($0, modifiers) }
    case UInt8(ascii: "u"): return first.flatMap { key(ofScalar: $0, modifiers) }
    case UInt8(ascii: "Z"): return Key(.tab, modifiers.union(.shift))
    default:
      // A letter may follow only the number 1. Other numbers occur in answers of the terminal.
      guard numbers.count < 2 ? (first ?? 1) == 1 : first == 1 || first == nil else { return nil }
      return code(ofFinal: final).map { Key($0, modifiers) }
    }
  }

  /// Returns the key of a scalar in the protocols of kitty and xterm.
  static func key(ofScalar number: Int, _ modifiers: Key.Modifiers) -> Key? {
    if let byte = UInt8(exactly: number), byte < 0x20 || byte == 0x7F {
      if byte == 0x1B { return Key(.escape, modifiers) }
      guard var key = key(ofASCII: byte) else { return nil }
      key.modifiers.formUnion(modifiers)
      return key
    }
    // Kitty numbers keys without a character in a range for private use.
    guard let value = UInt32(exactly: number), let scalar = Unicode.Scalar(value),
      !(0xE000...0xF8FF).contains(value), scalar.properties.generalCategory != .control
    else { return nil }
    var character = Character(scalar)
    if modifiers.contains(.shift) { character = Character(scalar).uppercased().first ?? character }
    return Key(character, modifiers.subtracting(.shift))
  }

  /// Returns the character of a keypad key, which in application mode is sent after 'ESC O'; nil
  /// for other keys.
  static func character(ofKeypad byte: UInt8) -> Character? {
    switch byte {
    // The bytes of digits and signs are their ASCII codes plus 0x40.
    case UInt8(ascii: "p")...UInt8(ascii: "y"), UInt8(ascii: "j")...UInt8(ascii: "o"):
      Character(Unicode.Scalar(byte - 0x40))
    case UInt8(ascii: "X"): "="
    // The middle key without NumLock.
    case UInt8(ascii: "E"): "5"
    default: nil
    }
  }

  static func code(ofFinal byte: UInt8) -> Key.Code? {
    switch byte {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "P"): .function(1)
    case UInt8(ascii: "Q"): .function(2)
    case UInt8(ascii: "R"): .function(3)
    case UInt8(ascii: "S"): .function(4)
    default: nil
    }
  }

  static func code(ofNumber number: Int) -> Key.Code? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  static func modifiers(_ number: Int) -> Key.Modifiers {
    guard (2...256).contains(number) else { return [] }
    let bits = number - 1
    var modifiers: Key.Modifiers = []
    if bits & 1 != 0 { modifiers.insert(.shift) }
    // Meta counts as Alt.
    if bits & 2 != 0 || bits & 32 != 0 { modifiers.insert(.alt) }
    if bits & 4 != 0 { modifiers.insert(.control) }
    return modifiers
  }

  static func mouse(_ text: Substring, isRelease: Bool) -> Mouse? {
    let numbers = text.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2],
      (1...Grid.mostCells).contains(row), (1...Grid.mostCells).contains(column)
    else { return nil }
    var modifiers: Key.Modifiers = []
    if code & 4 != 0 { modifiers.insert(.shift) }
    if code & 8 != 0 { modifiers.insert(.alt) }
    if code & 16 != 0 { modifiers.insert(.control) }
    let button = code & 3
    let action: Mouse.Action
    switch code & ~28 {
    case 64: action = .wheelUp
    case 65: action = .wheelDown
    case 0...2: action = isRelease ? .release(button) : .press(button)
    case 32...34: action = .drag(button)
    default: return nil
    }
    return Mouse(action, row: row - 1, column: column - 1, modifiers)
  }

  /// Returns the background colour in an answer such as `11;rgb:1e1e/1e1e/2e2e`.
  static func background(_ answer: String) -> RGB? {
    let prefixes = ["11;rgb:", "11;rgba:"]
    guard let prefix = prefixes.first(where: answer.hasPrefix) else { return nil }
    let parts = answer.dropFirst(prefix.count).split(
      separator: "/", omittingEmptySubsequences: false)
    let values = parts.map { part -> UInt8? in
      guard (1...4).contains(part.count), let value = UInt32(part, radix: 16) else { return nil }
      // The value is a fraction of the largest number with the same number of digits.
      return UInt8(value * 255 / ((1 << (4 * UInt32(part.count))) - 1))
    }
    guard values.count >= 3, let red = values[0], let green = values[1], let blue = values[2] else {
      return nil
    }
    return RGB(red, green, blue)
  }
}
