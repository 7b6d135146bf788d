/// A time zone. Its offset from UTC may change with daylight saving time or new laws, so
/// conversions use the offset at the converted moment.
package struct LocalClocks: Sendable {
  private let offset: @Sendable (Timestamp) -> Int

  /// The time zone UTC.
  package static let utc = LocalClocks(minutesAheadOfUTC: 0)

  /// Creates a time zone whose offset never changes.
  package init(minutesAheadOfUTC minutes: Int) { offset = { _ in minutes } }

  /// Makes the clocks of a time zone.
  ///
  /// - Parameter offset: Returns the minutes ahead of UTC at a moment.
  package init(_ offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

  package func minutesAheadOfUTC(at moment: Timestamp) -> Int { offset(moment) }

  /// The local day at a moment.
  package func day(of moment: Timestamp) -> CalendarDay {
    Timestamp(milliseconds: moment.milliseconds + Int64(offset(moment)) * 60_000).day
  }

  /// The first moment of a local day.
  package func start(of day: CalendarDay) -> Timestamp { start(ofDay: Int64(day.dayNumber)) }

  /// The last moment of a local day, which may be 23 or 25 hours long.
  package func end(of day: CalendarDay) -> Timestamp {
    // The next `CalendarDay` may not exist, so its number is used. A skipped day is one moment
    // long.
    let next = start(ofDay: Int64(day.dayNumber) + 1)
    return max(Timestamp(milliseconds: next.milliseconds - 1), start(of: day))
  }

  private func start(ofDay number: Int64) -> Timestamp {
    let midnight = number * Self.dayLength
    if let moment = moments(showing: midnight).min() { return Timestamp(milliseconds: moment) }
    // Clocks are put forward over midnight: the day begins when they are put forward.
    var (before, after) = (midnight - Self.dayLength, midnight + Self.dayLength)
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if Int64(day(of: Timestamp(milliseconds: middle)).dayNumber) < number {
        before = middle
      } else {
        after = middle
      }
    }
    return Timestamp(milliseconds: after)
  }

  /// Returns the moment of a local time, in milliseconds since 1970.
  ///
  /// If the time occurs twice because clocks are put back, the result is the first moment. If the
  /// time does not occur because clocks are put forward, it is converted with the offset before the
  /// change.
  ///
  /// - Parameter time: Milliseconds since midnight.
  func moment(of time: Int64, on day: CalendarDay) -> Int64 {
    let shown = Int64(day.dayNumber) * Self.dayLength + time
    return moments(showing: shown).min() ?? shown - offsets(around: shown)[0]
  }

  /// Returns the moments of a local date and time, in milliseconds since 1970.
  private func moments(showing shown: Int64) -> [Int64] {
    offsets(around: shown).filter { milliseconds(ahead: shown - $0) == $0 }.map { shown - $0 }
  }

  /// Returns the offsets a day before and a day after a moment; at most one change lies in between.
  private func offsets(around moment: Int64) -> [Int64] {
    [moment - Self.dayLength, moment + Self.dayLength].map(milliseconds(ahead:))
  }

  private func milliseconds(ahead moment: Int64) -> Int64 {
    Int64(offset(Timestamp(milliseconds: moment))) * 60_000
  }

  private static let dayLength: Int64 = 86_400_000
}
