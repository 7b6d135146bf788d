/// The evenings of a period, at which plans are counted.
package struct DaySamples: Sendable {
  /// In order; the last one is the period's. A long time is looked at every few days.
  package let days: [CalendarDay]
  /// The last moments of the days; the last one is the period's end.
  private let evenings: [Timestamp]

  /// The most days that are looked at.
  static let mostDays = 400

  package init(_ journeys: [PlanJourney], in period: ReportPeriod) {
    let last = period.lastDay
    let begun = period.firstDay(of: journeys)
    // The evening before shows that there was nothing yet, and gives a single day two ends.
    let first = period.since.map { period.day(of: $0) } == begun ? begun : begun + -1
    let step = (last - first) / Self.mostDays + 1
    days = stride(from: (last - first) / step * step, through: 0, by: -step).map { last + -$0 }
    evenings = days.map { min(period.clocks.end(of: $0), period.until) }
  }

  /// Returns how many of some stays there were on each evening.
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

  /// Returns the index of the first evening that is not before a moment; that behind the last if none is.
  private func place(notBefore moment: Timestamp) -> Int {
    var (low, high) = (0, evenings.count)
    while low < high {
      let middle = (low + high) / 2
      if evenings[middle] < moment { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
