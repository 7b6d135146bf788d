/// The time for which something is counted; both ends belong to it.
package struct ReportPeriod: Hashable, Sendable {
  /// nil for the beginning of the board.
  package let since: Timestamp?
  /// At the latest the present.
  package let until: Timestamp
  /// How far the clock of the reader, by which days begin, is ahead of UTC.
  package let minutesAheadOfUTC: Int

  package init(since: Timestamp? = nil, until: Timestamp, minutesAheadOfUTC: Int) {
    (self.since, self.until) = (since, until)
    self.minutesAheadOfUTC = minutesAheadOfUTC
  }

  package func contains(_ moment: Timestamp) -> Bool {
    moment <= until && since.map { $0 <= moment } ?? true
  }

  package func day(of moment: Timestamp) -> CalendarDay {
    moment.day(minutesAheadOfUTC: minutesAheadOfUTC)
  }

  /// The local day of its end.
  package var lastDay: CalendarDay { day(of: until) }

  /// Returns the local day from which it can be counted: that of its beginning, or that of the first
  /// journey if this is later. Days without a board say nothing.
  package func firstDay(of journeys: [PlanJourney]) -> CalendarDay {
    let begun = journeys.lazy.compactMap { $0.stays.first?.since }.min().map { day(of: $0) }
    let first = since.map { day(of: $0) }
    return min(max(begun ?? first ?? lastDay, first ?? begun ?? lastDay), lastDay)
  }
}
