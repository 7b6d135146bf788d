/// How work flows over a board: how long plans take, how many are finished, and what is in progress.
package struct FlowStatistics: Sendable {
  /// How long some plans took.
  package struct Times: Hashable, Sendable {
    package let plans: Int
    /// In seconds, as are all times; nil without plans.
    package let median: Int64?
    /// What 85 of a hundred plans did not exceed.
    package let percentile85: Int64?

    init(_ seconds: some Sequence<Int64>) {
      let percentiles = Percentiles(seconds)
      (plans, median, percentile85) = (percentiles.count, percentiles[50], percentiles[85])
    }
  }

  /// The time that finished plans had spent in one column.
  package struct ColumnTime: Hashable, Sendable {
    package let column: String
    /// Of the plans that were there.
    package let times: Times
    /// The part of the time of all columns, in a thousand; nil if no time passed at all.
    package let permille: Int?
  }

  /// A plan in progress.
  package struct Age: Hashable, Sendable {
    package let plan: Plan
    package let since: Timestamp
    package let seconds: Int64
  }

  /// The plans that were finished in the period.
  package let finished: [FinishedPlan]
  /// From the beginning of the work to its end, of the finished plans whose beginning is known.
  package let cycleTime: Times
  /// From the making of a plan to its end, of all finished plans.
  package let leadTime: Times
  /// Time before the end, in each column but those of finished work, from left to right.
  package let columns: [ColumnTime]
  /// What is in progress at the end of the period, the oldest first.
  package let inProgress: [Age]
  /// How many plans were added as done, so that nothing is known of them.
  package let addedDone: Int

  /// How many of the finished plans were never in progress, and so have no cycle time.
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
