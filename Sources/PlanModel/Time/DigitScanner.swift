/// Parses numbers and separators from the front of a text.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// Parses exactly `width` decimal digits; otherwise returns nil and takes nothing.
  mutating func number(_ width: Int) -> Int? {
    var number = 0
    var index = rest.startIndex
    for _ in 0..<width {
      guard index < rest.endIndex, (0x30...0x39).contains(rest[index]) else { return nil }
      number = number * 10 + Int(rest[index] - 0x30)
      rest.formIndex(after: &index)
    }
    rest = rest[index...]
    return number
  }

  /// Parses one or two decimal digits.
  mutating func shortNumber() -> Int? { number(2) ?? number(1) }

  func isNext(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

  /// Skips `character` if it is next, and returns whether it was.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// Parses the milliseconds of an optional fraction such as `.5` or `.123456`; 0 without a
  /// fraction.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    var (milliseconds, unit) = (0, 100)
    for digit in digits.prefix(3) {
      milliseconds += Int(digit - 0x30) * unit
      unit /= 10
    }
    return milliseconds
  }

  /// Parses an offset from UTC in minutes: `Z`, `+09:00` or `-05:30`.
  ///
  /// - Parameter needsColon: Whether git's form `+0900` is refused.
  mutating func offsetMinutes(needsColon: Bool = true) -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(2), skip(":") || !needsColon else { return nil }
    guard let minutes = number(2), hours < 24, minutes < 60 else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
