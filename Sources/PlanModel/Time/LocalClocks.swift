/// The clocks by which somebody's days begin. Summer time and new laws change how far they are ahead of UTC, so each
/// moment is read by the clocks of its own date.
package struct LocalClocks: Sendable {
  private let offset: @Sendable (Timestamp) -> Int

  /// Clocks that show UTC.
  package static let utc = LocalClocks(minutesAheadOfUTC: 0)

  /// Clocks that nobody ever puts forward or back.
  package init(minutesAheadOfUTC minutes: Int) { offset = { _ in minutes } }

  /// - Parameter offset: Returns how many minutes they are ahead of UTC at a moment.
  package init(_ offset: @escaping @Sendable (Timestamp) -> Int) { self.offset = offset }

  package func minutesAheadOfUTC(at moment: Timestamp) -> Int { offset(moment) }

  /// The day that they show at a moment.
  package func day(of moment: Timestamp) -> CalendarDay {
    Timestamp(milliseconds: moment.milliseconds + Int64(offset(moment)) * 60_000).day
  }

  /// The first moment of a day.
  package func start(of day: CalendarDay) -> Timestamp { start(ofDay: Int64(day.dayNumber)) }

  /// The last moment of a day, which may be 23 or 25 hours long.
  package func end(of day: CalendarDay) -> Timestamp {
    // Not the day after it: the calendar ends. A day that was left out is a moment long.
    let next = start(ofDay: Int64(day.dayNumber) + 1)
    return max(Timestamp(milliseconds: next.milliseconds - 1), start(of: day))
  }

  private func start(ofDay number: Int64) -> Timestamp {
    let midnight = number * Self.dayLength
    if let moment = moments(showing: midnight).min() { return Timestamp(milliseconds: moment) }
    // They are put forward over midnight: the day begins when that happens.
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

  /// The moment at which they show a time of a day, in milliseconds since 1970: the first of two, where they are put
  /// back over it; where they are put forward over it, the moment that they would have shown so.
  ///
  /// - Parameter time: Milliseconds since midnight.
  func moment(of time: Int64, on day: CalendarDay) -> Int64 {
    let shown = Int64(day.dayNumber) * Self.dayLength + time
    return moments(showing: shown).min() ?? shown - offsets(around: shown)[0]
  }

  /// The moments at which they show a date and a time, in milliseconds since 1970.
  private func moments(showing shown: Int64) -> [Int64] {
    offsets(around: shown).filter { milliseconds(ahead: shown - $0) == $0 }.map { shown - $0 }
  }

  /// How far they are ahead a day before and a day after a moment: in between there is at most one change.
  private func offsets(around moment: Int64) -> [Int64] {
    [moment - Self.dayLength, moment + Self.dayLength].map(milliseconds(ahead:))
  }

  private func milliseconds(ahead moment: Int64) -> Int64 {
    Int64(offset(Timestamp(milliseconds: moment))) * 60_000
  }

  private static let dayLength: Int64 = 86_400_000
}
