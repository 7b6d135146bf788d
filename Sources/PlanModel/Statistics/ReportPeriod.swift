/// The period of a report, including both ends.
package struct ReportPeriod: Sendable {
  /// The start; nil for the beginning of the board.
  package let since: Timestamp?
  /// The end, at most the current time.
  package let until: Timestamp
  /// The reader's time zone, which decides when days begin.
  package let clocks: LocalClocks

  package init(since: Timestamp? = nil, until: Timestamp, clocks: LocalClocks) {
    (self.since, self.until, self.clocks) = (since, until, clocks)
  }

  package func contains(_ moment: Timestamp) -> Bool {
    moment <= until && since.map { $0 <= moment } ?? true
  }

  package func day(of moment: Timestamp) -> CalendarDay {
    clocks.day(of: moment)
  }

  /// The local day of the end.
  package var lastDay: CalendarDay { day(of: until) }

  /// Returns the moment from which the report counts: the start, or the beginning of the first
  /// journey if that is later.
  func beginning(of journeys: [PlanJourney]) -> Timestamp {
    let begun = journeys.lazy.compactMap { $0.stays.first?.since }.min()
    return min(max(begun ?? since ?? until, since ?? begun ?? until), until)
  }

  /// Returns the local day from which the report counts.
  package func firstDay(of journeys: [PlanJourney]) -> CalendarDay {
    day(of: beginning(of: journeys))
  }
}
