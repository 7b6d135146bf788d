/// Statistics of a board: how long plans take, how many were finished, and what is in progress.
package struct FlowStatistics: Sendable {
  /// The durations of some plans.
  package struct Times: Hashable, Sendable {
    package let plans: Int
    /// The median in seconds, like all durations; nil without plans.
    package let median: Int64?
    /// The 85th percentile; nil without plans.
    package let percentile85: Int64?

    init(_ seconds: some Sequence<Int64>) {
      let percentiles = Percentiles(seconds)
      (plans, median, percentile85) = (percentiles.count, percentiles[50], percentiles[85])
    }
  }

  /// The time that finished plans spent in one column.
  package struct ColumnTime: Hashable, Sendable {
    package let column: String
    /// The times of the plans that were in the column.
    package let times: Times
    /// The share of the time in all columns, in thousandths; nil if that time is zero.
    package let permille: Int?
  }

  /// A plan in progress and its age.
  package struct Age: Hashable, Sendable {
    package let plan: Plan
    package let since: Timestamp
    package let seconds: Int64
  }

  /// The plans that were finished in the period.
  package let finished: [FinishedPlan]
  /// The times from start to end, of finished plans with a known start.
  package let cycleTime: Times
  /// The times from creation to end, of all finished plans.
  package let leadTime: Times
  /// The times in each column that is not of kind `done`, from left to right.
  package let columns: [ColumnTime]
  /// The plans in progress at the end of the period, oldest first.
  package let inProgress: [Age]
  /// The number of plans that were added as done; their times are unknown.
  package let addedDone: Int

  /// The number of finished plans that were never in progress, and so have no cycle time.
  package var withoutStart: Int { finished.count { $0.started == nil } }

  /// - Complexity: O(n log n) in the stays of the journeys.
  package init(_ journeys: [PlanJourney], by stages: Stages, in period: ReportPeriod) {
    var finished: [FinishedPlan] = []
    var inProgress: [Age] = []
    var addedDone = 0
    for journey in journeys.lazy.compactMap({ $0.upTo(period.until) }) {
      switch journey.work(by: stages) {
      case .finished(let at, let started):
        guard period.contains(at) else { continue }
        finished.append(FinishedPlan(journey, at: at, started: started))
      case .inProgress(let since):
        let seconds = max(0, period.until.seconds - since.seconds)
        inProgress.append(Age(plan: journey.plan, since: since, seconds: seconds))
      case .addedDone:
        if let first = journey.stays.first, period.contains(first.since) { addedDone += 1 }
      case .waiting, .deleted: break
      }
    }
    self.finished = finished
    self.addedDone = addedDone
    self.inProgress = inProgress.sorted { ($0.since, $0.plan.id) < ($1.since, $1.plan.id) }
    cycleTime = Times(finished.compactMap(\.cycleTimeInSeconds))
    leadTime = Times(finished.map(\.leadTimeInSeconds))
    columns = Self.columns(finished, by: stages)
  }

  private static func columns(
    _ finished: [FinishedPlan], by stages: Stages
  ) -> [ColumnTime] {
    var seconds: [ExactString: [Int64]] = [:]
    for plan in finished {
      var own: [ExactString: Int64] = [:]
      for stay in plan.journey.stays
      where stay.since < plan.finished && stages.kind(of: stay.column) != .done {
        own[ExactString(stay.column), default: 0] += stay.seconds(now: plan.finished)
      }
      for (column, time) in own { seconds[column, default: []].append(time) }
    }
    let known = stages.columns.map { ExactString($0.id) }.filter { seconds[$0] != nil }
    let isKnown = Set(known)
    let all = seconds.values.lazy.joined().reduce(0, +)
    return (known + seconds.keys.filter { !isKnown.contains($0) }.sorted()).map { column in
      let own = seconds[column] ?? []
      return ColumnTime(
        column: column.text, times: Times(own),
        permille: all > 0 ? Int((Double(own.reduce(0, +)) * 1000 / Double(all)).rounded()) : nil)
    }
  }
}
