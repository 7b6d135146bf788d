/// The period of a report, including both ends.
package struct ReportPeriod: Sendable {
  /// The start; nil for the beginning of the board.
  package let since: Timestamp?
  /// The end, at most the current time.
  package let until: Timestamp
  /// The reader's time zone, in which days begin and end.
  package let clocks: LocalClocks

  package init(since: Timestamp? = nil, until: Timestamp, clocks: LocalClocks) {
    (self.since, self.until, self.clocks) = (since, until, clocks)
  }

  package func contains(_ moment: Timestamp) -> Bool {
    moment <= until && since.map { $0 <= moment } ?? true
  }

  /// The local day on which the period ends.
  package var lastDay: CalendarDay { clocks.day(of: until) }

  /// Returns the moment at which the report begins: the start, or the beginning of the first
  /// journey if that is later.
  func beginning(of journeys: [PlanJourney]) -> Timestamp {
    let begun = journeys.lazy.compactMap { $0.stays.first?.since }.min()
    return min(max(begun ?? since ?? until, since ?? begun ?? until), until)
  }

  /// Returns the local day on which the report begins.
  package func firstDay(of journeys: [PlanJourney]) -> CalendarDay {
    clocks.day(of: beginning(of: journeys))
  }
}

// MARK: - Ends of days

/// The moments in a period at which plans are counted: the ends of days.
package struct DaySamples: Sendable {
  /// The days in order, up to the period's last day. In a long period, only every few days are
  /// counted.
  package let days: [CalendarDay]
  /// The last moment of each day; the final one is the end of the period.
  private let evenings: [Timestamp]

  /// The most days that are counted.
  static let mostDays = 400

  package init(_ journeys: [PlanJourney], in period: ReportPeriod) {
    let last = period.lastDay
    let begun = period.firstDay(of: journeys)
    // Unless the period starts on the first day, the day before that is added. It shows an empty
    // board, and gives a report about a single day two points.
    let first = period.since.map { period.clocks.day(of: $0) } == begun ? begun : begun + -1
    let step = (last - first) / Self.mostDays + 1
    days = stride(from: (last - first) / step * step, through: 0, by: -step).map { last + -$0 }
    evenings = days.map { min(period.clocks.end(of: $0), period.until) }
  }

  /// Returns the number of stays that include each evening.
  ///
  /// - Complexity: O(n log d) for n stays and d days.
  func counts(of stays: some Sequence<PlanJourney.Stay>) -> [Int] {
    var changes = [Int](repeating: 0, count: days.count + 1)
    for stay in stays {
      changes[place(notBefore: stay.since)] += 1
      if let until = stay.until { changes[place(notBefore: until)] -= 1 }
    }
    var count = 0
    return changes.dropLast().map { change in
      count += change
      return count
    }
  }

  /// Returns the index of the first evening at or after a moment; the number of evenings if there
  /// is none.
  private func place(notBefore moment: Timestamp) -> Int {
    evenings.prefixEnd(while: { $0 < moment })
  }
}
