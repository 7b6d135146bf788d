package import PlanModel

/// A period as it is shown to people: `2026-11-16 to 2026-11-22`, `2026-11-24`, `2026-11-24 14:00 to now`.
package struct ShownPeriod: Hashable, Sendable {
  /// Its first moment.
  package let since: Timestamp
  /// Its last moment; nil for a period that goes on.
  package let until: Timestamp?

  package init(since: Timestamp, until: Timestamp?) { (self.since, self.until) = (since, until) }

  /// Returns the period in days and times of some clocks; what begins or ends with a day has no time.
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
