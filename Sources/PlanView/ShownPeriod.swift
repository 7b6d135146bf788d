package import PlanModel

/// A period as it is shown to people, such as `2026-11-16 to 2026-11-22`, `2026-11-24` or
/// `2026-11-24 14:00 to now`.
package struct ShownPeriod: Hashable, Sendable {
  /// The first moment of the period.
  package let since: Timestamp
  /// The last moment; nil if the period has no end.
  package let until: Timestamp?

  package init(since: Timestamp, until: Timestamp?) { (self.since, self.until) = (since, until) }

  /// Returns the period in words, in local time. The time of day is left out where the period
  /// begins or ends with a day.
  package func words(on clocks: LocalClocks) -> String {
    let (first, last) = (clocks.day(of: since), until.map { clocks.day(of: $0) })
    let start =
      clocks.start(of: first) == since
      ? first.description : ShownTime.toTheMinute(since, on: clocks)
    guard let until, let last else { return "\(start) to now" }
    let end =
      clocks.end(of: last) == until ? last.description : ShownTime.toTheMinute(until, on: clocks)
    return start == end ? start : "\(start) to \(end)"
  }
}
