/// The ends of days at which plans are counted in a period.
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
    // A start on the evening before shows an empty board, and gives a period of one day two points.
    let first = period.since.map { period.day(of: $0) } == begun ? begun : begun + -1
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
    var (low, high) = (0, evenings.count)
    while low < high {
      let middle = (low + high) / 2
      if evenings[middle] < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
