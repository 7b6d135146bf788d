package import PlanModel

/// Formats moments in local time.
package enum ShownTime {
  /// Returns the date and time, such as `2026-11-24 14:05`.
  package static func toTheMinute(_ moment: Timestamp, on clocks: LocalClocks) -> String {
    let (day, seconds) = split(moment, on: clocks)
    return "\(day) \(two(seconds / 3600)):\(two(seconds / 60 % 60))"
  }

  /// Returns the local day, and the time of day in seconds.
  static func split(
    _ moment: Timestamp, on clocks: LocalClocks
  ) -> (day: CalendarDay, seconds: Int) {
    let shown = moment.milliseconds + Int64(clocks.minutesAheadOfUTC(at: moment)) * 60_000
    let day: Int64 = 86_400_000
    return (clocks.day(of: moment), Int(((shown % day) + day) % day / 1000))
  }

  /// Returns a number with at least two digits.
  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
}
