/// A moment in UTC with milliseconds, in the form of RFC 3339: `2026-11-20T10:22:31.120Z`.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let milliseconds: Int64

  /// The moments in the years 0001 to 9999, which can be written.
  private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Creates a moment, limited to the years 0001 to 9999.
  package init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
  }

  /// Creates a moment from the seconds in a commit, which can be any number.
  package init(seconds: Int64) {
    let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    self.init(milliseconds: overflows ? seconds.signum() * .max : milliseconds)
  }

  /// Whole seconds since 1970, rounded down, as in commits.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }

  /// Parses `YYYY-MM-DDThh:mm:ss`, an optional fraction, and `Z` or an offset such as `+09:00`.
  ///
  /// Fraction digits after the third are dropped. Returns nil for other texts, and for moments
  /// outside the years 0001 to 9999 in UTC.
  package init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2),
      scanner.skip("-"), let dayOfMonth = scanner.number(2),
      scanner.skip("T") || scanner.skip("t") || scanner.skip(" "),
      let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2),
      scanner.skip(":"), let second = scanner.number(2),
      let day = CalendarDay(year: year, month: month, day: dayOfMonth),
      hour < 24, minute < 60, second <= 60, let fraction = scanner.milliseconds(),
      let offset = scanner.offsetMinutes(), scanner.isAtEnd
    else { return nil }
    let minutes = Int64(day.dayNumber) * 1440 + Int64(hour * 60 + minute - offset)
    let milliseconds = (minutes * 60 + Int64(second)) * 1000 + Int64(fraction)
    guard Self.writable.contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// The day in UTC.
  package var day: CalendarDay {
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    return CalendarDay(dayNumber: Int(days))
  }

  package var description: String {
    let day = day
    let second = Int(seconds - Int64(day.dayNumber) * 86_400)
    var digits = DigitText()
    digits.append(day)
    digits.append("T")
    digits.append(second / 3600, width: 2)
    digits.append(":")
    digits.append(second / 60 % 60, width: 2)
    digits.append(":")
    digits.append(second % 60, width: 2)
    digits.append(".")
    digits.append(Int(milliseconds - seconds * 1000), width: 3)
    digits.append("Z")
    return digits.text
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

// MARK: - Digits

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
  /// fraction, nil for a point without digits.
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

  /// Parses an offset from UTC in minutes: `Z`, `+09:00` or `-05:30`; nil for other texts.
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

// MARK: - Writing

/// Writes numbers with leading zeros, as in dates. A list writes thousands of them, so the digits
/// are added as bytes, without a string for each number.
struct DigitText {
  private var bytes: [UInt8] = []

  init() { bytes.reserveCapacity(24) }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds a number that is not negative, with at least `width` digits.
  mutating func append(_ number: Int, width: Int) {
    var power = 1
    for _ in 1..<width { power *= 10 }
    while number / power >= 10 { power *= 10 }
    while power > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes in unsafe self.bytes.append(contentsOf: bytes) }
  }

  /// Adds a day: `2026-11-20`.
  mutating func append(_ day: CalendarDay) {
    append(day.year, width: 4)
    append("-")
    append(day.month, width: 2)
    append("-")
    append(day.day, width: 2)
  }
}
