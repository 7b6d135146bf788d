/// The time for which something is counted; both ends belong to it.
package struct ReportPeriod: Sendable {
  /// nil for the beginning of the board.
  package let since: Timestamp?
  /// At the latest the present.
  package let until: Timestamp
  /// The clocks of the reader, by which days begin.
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

  /// The local day of its end.
  package var lastDay: CalendarDay { day(of: until) }

  /// Returns the moment from which it can be counted: its beginning, or that of the first journey if this
  /// is later. The time before there were plans says nothing.
  func beginning(of journeys: [PlanJourney]) -> Timestamp {
    let begun = journeys.lazy.compactMap { $0.stays.first?.since }.min()
    return min(max(begun ?? since ?? until, since ?? begun ?? until), until)
  }

  /// Returns the local day from which it can be counted.
  package func firstDay(of journeys: [PlanJourney]) -> CalendarDay {
    day(of: beginning(of: journeys))
  }
}
