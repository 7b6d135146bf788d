/// A moment in UTC, in milliseconds, written as RFC 3339: `2026-11-20T10:22:31.120Z`.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let milliseconds: Int64

  /// The years 0001 to 9999, the moments that can be written.
  private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Makes a moment; outside the years 0001 to 9999 it is the first or last one of them.
  package init(milliseconds: Int64) {
    self.milliseconds = min(
      max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
  }

  /// The same from the seconds of a commit, which may be any number.
  package init(seconds: Int64) {
    let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    self.init(milliseconds: overflows ? seconds.signum() * .max : milliseconds)
  }

  /// Whole seconds since 1970, rounded down, as a commit stores them.
  package var seconds: Int64 {
    milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
  }

  /// Reads `YYYY-MM-DDThh:mm:ss`, an optional fraction, and `Z` or an offset such as `+09:00`.
  ///
  /// Digits of the fraction beyond the third are dropped. Returns nil for anything else, and for
  /// a moment that is outside the years 0001 to 9999 in UTC.
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
    let second = Int(seconds - Int64(day.dayNumber) * 86_400)
    let fraction = Int(milliseconds - seconds * 1000)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { CalendarDay.padded($0, to: 2) }
    return "\(day)T\(clock.joined(separator: ":")).\(CalendarDay.padded(fraction, to: 3))Z"
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}

/// Reads fixed-width numbers from the front of a text.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  /// The next `width` decimal digits as a number.
  mutating func number(_ width: Int) -> Int? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest = rest.dropFirst(width)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Passes over `character` if it is next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The milliseconds of an optional fraction such as `.5` or `.123456`.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest = rest.dropFirst(digits.count)
    let first = Array(digits.prefix(3)) + Array(repeating: 0x30, count: max(0, 3 - digits.count))
    return first.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// The offset from UTC in minutes: `Z`, `+09:00` or `-05:30`.
  mutating func offsetMinutes() -> Int? {
    if skip("Z") || skip("z") { return 0 }
    let sign = skip("+") ? 1 : skip("-") ? -1 : 0
    guard sign != 0, let hours = number(2), skip(":"), let minutes = number(2), hours < 24,
      minutes < 60
    else { return nil }
    return sign * (hours * 60 + minutes)
  }
}
