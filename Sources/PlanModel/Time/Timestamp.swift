/// A moment in UTC with milliseconds, in the form of RFC 3339: `2026-11-20T10:22:31.120Z`.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z, without leap seconds.
  package let milliseconds: Int64

  /// The moments in the years 0001 to 9999, which can be written.
  private static let writable: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Creates a moment, limited to the years 0001 to 9999.
  package init(milliseconds: Int64) {
    self.milliseconds = min(
      max(milliseconds, Self.writable.lowerBound), Self.writable.upperBound)
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
    let second = Int(seconds - Int64(day.dayNumber) * 86_400)
    let fraction = Int(milliseconds - seconds * 1000)
    let clock = [second / 3600, second / 60 % 60, second % 60].map { CalendarDay.padded($0, to: 2) }
    return "\(day)T\(clock.joined(separator: ":")).\(CalendarDay.padded(fraction, to: 3))Z"
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
