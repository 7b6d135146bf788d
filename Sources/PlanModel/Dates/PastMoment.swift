/// The time span that a text means, from its first to its last millisecond.
package struct MomentSpan: Hashable, Sendable {
  package let start: Timestamp
  /// The last moment; never before `start`.
  package let end: Timestamp

  /// Whether the span is at least an hour, as for a day, week, month or year; a time of day is
  /// shorter.
  package var isDayOrMore: Bool { end.milliseconds - start.milliseconds >= 3_600_000 }
}

/// Moments in the past as people type them: `2026-11-01`, `yesterday 14:00`, `fri`, `3d`, `2h ago`.
package enum PastMoment {
  /// The forms that `span` reads, for help and for hints.
  package static let forms =
    "2026-11-01, Nov 1, yesterday, fri, last week, 3d, 2w, 2h, 22:38, 'yesterday 14:00' "
    + "or 2026-11-01T10:00:00Z"

  /// The most hexadecimal digits that can be a period such as `3d`. A longer word of such digits is
  /// taken for a commit id.
  private static let longestHexPeriod = 5

  /// Parses a moment; days, and times without a zone, are in the time zone of `clocks`.
  ///
  /// - A day, week, month or year means all of it: `last week`, `2026-W47`, `this month`,
  ///   `2026-11`, `nov`.
  /// - `mon` is the last Monday, today included; `last mon` is before today. `Dec 1` is the last
  ///   such day, today included.
  /// - `1d`, `-1d` and `1 day ago` are yesterday; `2w`, `1m` and `1y` are whole days too. `+1d` and
  ///   `in 1 day` are in the future.
  /// - `2h`, `-2h`, `2 hours ago` and `30min` are one moment, that long before now. `5m ago` is
  ///   refused, because `m` may mean minutes, as after `2h ago`, or months, as elsewhere.
  /// - A time of day is on the day that is typed before it, or today: `22:38`, `yesterday 14:00`,
  ///   `2026-11-20T14:00Z`. Its span is a minute, a second or a millisecond, depending on how
  ///   exactly it was typed.
  /// - Words may be joined by hyphens: `2-hours-ago`.
  ///
  /// - Returns: nil if the text does not have the form of a moment; such a text may be a commit id.
  /// - Throws: `DueDateError` for a day or a time that does not exist, and for `5m ago`.
  package static func span(
    _ text: String, now: Timestamp, clocks: LocalClocks
  ) throws(DueDateError) -> MomentSpan? {
    guard !mayBeCommit(text), var words = DateWords(text) else { return nil }
    if words.count == 1, words.first == "now" { return MomentSpan(start: now, end: now) }
    if let offset = DateOffset(words) {
      if offset.mayBeMinutes { throw .whichUnit(text, count: offset.count) }
      if let distance = offset.milliseconds(lookingBack: true) {
        return try moment(now.milliseconds + distance, length: 1, typed: text)
      }
    }
    let today = clocks.day(of: now)
    let time = try ClockTime(endOf: &words, typed: text)
    guard let time else {
      guard let phrase = try DayPhrase(words, typed: text) else { return nil }
      guard let days = days(phrase, today: today) else { throw .outsideCalendar(text) }
      return MomentSpan(
        start: clocks.start(of: days.lowerBound), end: clocks.end(of: days.upperBound))
    }
    guard let day = try day(words, today: today, typed: text) else { return nil }
    let zone = time.minutesAheadOfUTC.map { LocalClocks(minutesAheadOfUTC: $0) } ?? clocks
    return try moment(zone.moment(of: time.start, on: day), length: time.length, typed: text)
  }

  /// Whether a text is a distance from now or from today: `2w`, `3 days ago`.
  package static func isDistance(_ text: String) -> Bool {
    DateWords(text).flatMap { DateOffset($0) } != nil
  }

  /// Whether a word of hexadecimal digits is more likely an abbreviated commit id, such as
  /// `123456d`.
  private static func mayBeCommit(_ text: String) -> Bool {
    text.utf8.count > longestHexPeriod && text.allSatisfy(\.isHexDigit)
  }

  /// Returns the day that the words before a time of day name: today if there are no words, nil if
  /// they do not name a single day.
  private static func day(
    _ words: DateWords, today: CalendarDay, typed text: String
  ) throws(DueDateError) -> CalendarDay? {
    if words.isAtEnd { return today }
    guard let phrase = try DayPhrase(words, typed: text) else { return nil }
    switch phrase {
    case .whole, .week, .month, .year: return nil  // A whole week has no time.
    case .day, .dayOfYear, .dayOfMonth, .daysFromToday, .weekday, .offset, .endOf, .endOfMonth:
      break
    }
    guard let days = days(phrase, today: today) else { throw .outsideCalendar(text) }
    return days.lowerBound
  }

  private static func moment(
    _ start: Int64, length: Int64, typed text: String
  ) throws(DueDateError) -> MomentSpan {
    let (first, last) = (
      Timestamp(milliseconds: start), Timestamp(milliseconds: start + length - 1)
    )
    guard first.milliseconds == start else { throw .outsideCalendar(text) }
    return MomentSpan(start: first, end: last)
  }

  /// Returns the days that a phrase means when looking back; nil outside the years 0001 to 9999.
  private static func days(_ phrase: DayPhrase, today: CalendarDay) -> ClosedRange<CalendarDay>? {
    phrase.wholeDays(from: today, lookingBack: true)
      ?? phrase.day(from: today, lookingBack: true).map { $0...$0 }
  }
}

// MARK: - Times of day

/// A time of day, as precise as it was typed: `14:00`, `9:30`, `14:00:05.5`, `14:00Z`.
struct ClockTime: Hashable {
  /// Milliseconds since midnight.
  let start: Int64
  /// The length in milliseconds: a minute, a second if seconds were typed, or 1 if a fraction was
  /// typed.
  let length: Int64
  /// The offset of the time zone that was typed; nil if no zone was typed.
  let minutesAheadOfUTC: Int?

  /// Removes a time and a preceding `at` from the end of the words; if the words do not end with a
  /// time, returns nil and leaves them unchanged.
  ///
  /// The zone may be a word of its own, as in git's output: `14:00:05 +0900`.
  ///
  /// - Throws: `DueDateError.noSuchTime` for an hour, minute or second out of range.
  init?(endOf words: inout DateWords, typed text: String) throws(DueDateError) {
    var rest = words
    guard var word = rest.popLast() else { return nil }
    if !word.contains(":") || word.first == "+" || word.first == "-" || word == "z" {
      // A zone without a time before it is not a time.
      guard word == "z" || word.first == "+" || word.first == "-", let time = rest.popLast(),
        time.contains(":")
      else { return nil }
      word = time + word
    }
    var scanner = DigitScanner(word)
    guard let hour = scanner.shortNumber(), scanner.skip(":"), let minute = scanner.number(2) else {
      return nil
    }
    var (second, fraction, length) = (0, 0, Int64(60_000))
    if scanner.skip(":") {
      guard let typed = scanner.number(2) else { return nil }
      let isExact = scanner.isNext(".")
      guard let milliseconds = scanner.milliseconds() else { return nil }
      (second, fraction, length) = (typed, milliseconds, isExact ? 1 : 1000)
    }
    var zone: Int?
    if !scanner.isAtEnd {
      guard let minutes = scanner.offsetMinutes(needsColon: false), scanner.isAtEnd else {
        return nil
      }
      zone = minutes
    }
    // Second 60 is a leap second, and counts as the first second of the next minute.
    guard hour < 24, minute < 60, second <= 60 else { throw .noSuchTime(text) }
    start = (Int64(hour * 60 + minute) * 60 + Int64(second)) * 1000 + Int64(fraction)
    self.length = length
    minutesAheadOfUTC = zone
    rest.skipLast("at")
    words = rest
  }
}
