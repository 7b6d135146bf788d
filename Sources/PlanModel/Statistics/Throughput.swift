/// The number of plans finished on each day and in each week of a period, including zeros.
package struct Throughput: Sendable {
  package struct Week: Hashable, Sendable {
    package let week: ISOWeek
    package let finished: Int
    /// Whether the period includes the whole week.
    package let isWhole: Bool
  }

  /// The time from the beginning of the report to its end.
  private let span: ClosedRange<Timestamp>
  private let clocks: LocalClocks
  private let first: CalendarDay
  private let last: CalendarDay
  private let counts: [CalendarDay: Int]

  /// Counts the finished plans of each day.
  ///
  /// - Parameter journeys: All plans of the report; counting starts with the first of them.
  package init(_ finished: [FinishedPlan], of journeys: [PlanJourney], in period: ReportPeriod) {
    var counts: [CalendarDay: Int] = [:]
    for plan in finished { counts[period.clocks.day(of: plan.finished), default: 0] += 1 }
    self.counts = counts
    span = period.beginning(of: journeys)...period.until
    clocks = period.clocks
    (first, last) = (period.clocks.day(of: span.lowerBound), period.lastDay)
  }

  /// Returns the number of plans finished on each day, oldest first; the last day of the period is
  /// left out, because it may be incomplete.
  ///
  /// - Parameter limit: The most days; older days are left out.
  package func wholeDays(atMost limit: Int) -> [Int] {
    // A day can occur twice if clocks are put back at midnight.
    let count = max(0, min(limit, last - first))
    return (0..<count).map { counts[last + ($0 - count)] ?? 0 }
  }

  /// The number of plans finished in each week, oldest first.
  ///
  /// - Complexity: Linear in the days of the period.
  package var weeks: [Week] {
    var weeks: [Week] = []
    var week = ISOWeek(of: first)
    while week.monday <= last {
      let finished = (0..<7).reduce(0) { $0 + (counts[week.monday + $1] ?? 0) }
      weeks.append(Week(week: week, finished: finished, isWhole: isWhole(week)))
      if week.next == week { break }  // This is the last week of the calendar.
      week = week.next
    }
    return weeks
  }

  private func isWhole(_ week: ISOWeek) -> Bool {
    span.contains(clocks.start(of: week.monday))
      && span.contains(clocks.end(of: week.sunday))
  }
}
