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
  /// The times from the start of work to the finish, for finished plans with a known start.
  package let cycleTime: Times
  /// The times from creation to the finish, for all finished plans.
  package let leadTime: Times
  /// The times that finished plans spent in each column that is not of kind `done`, from left to
  /// right.
  package let columns: [ColumnTime]
  /// The plans in progress at the end of the period, oldest first.
  package let inProgress: [Age]
  /// The number of plans that were added as done in the period; their times are unknown.
  package let addedDone: Int

  /// The number of finished plans without a known start, which have no cycle time.
  package var withoutStart: Int { finished.count { $0.started == nil } }

  /// Computes the statistics of a period.
  ///
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

  private static func columns(_ finished: [FinishedPlan], by stages: Stages) -> [ColumnTime] {
    var seconds: [ExactString: [Int64]] = [:]
    for plan in finished {
      var own: [ExactString: Int64] = [:]
      for stay in plan.journey.stays
      where stay.since < plan.finished && stages.kind(of: stay.column) != .done {
        own[ExactString(stay.column), default: 0] += stay.seconds(now: plan.finished)
      }
      for (column, time) in own { seconds[column, default: []].append(time) }
    }
    let all = seconds.values.lazy.joined().reduce(0, +)
    return stages.inOrder(seconds.keys).map { column in
      let own = seconds[column] ?? []
      return ColumnTime(
        column: column.text, times: Times(own),
        permille: all > 0 ? Int((Double(own.reduce(0, +)) * 1000 / Double(all)).rounded()) : nil)
    }
  }
}

/// A plan that was finished on the board, with its times.
package struct FinishedPlan: Sendable {
  package let journey: PlanJourney
  package let finished: Timestamp
  /// When work on the plan began; nil if this is unknown, as for a plan that was never in progress.
  package let started: Timestamp?

  /// The seconds from the start of work to the finish; nil if the start is unknown.
  package var cycleTimeInSeconds: Int64? { started.map { max(0, finished.seconds - $0.seconds) } }

  /// The seconds from the plan's creation to the finish.
  package var leadTimeInSeconds: Int64 { max(0, finished.seconds - journey.created.seconds) }

  init(_ journey: PlanJourney, at finished: Timestamp, started: Timestamp?) {
    (self.journey, self.finished, self.started) = (journey, finished, started)
  }
}

/// Percentiles by nearest rank. For example, the 85th percentile is the smallest value such that 85
/// percent of the values are at most as large.
///
/// Unlike an interpolated percentile, it is always one of the values.
package struct Percentiles<Value: Comparable & Sendable>: Sendable {
  private let sorted: [Value]

  package init(_ values: some Sequence<Value>) { sorted = values.sorted() }

  package var count: Int { sorted.count }

  /// Returns a percentile; nil without values.
  ///
  /// - Parameter percent: 1 to 100.
  package subscript(percent: Int) -> Value? {
    guard !sorted.isEmpty else { return nil }
    let rank = (percent * sorted.count + 99) / 100
    return sorted[min(max(rank, 1), sorted.count) - 1]
  }
}

// MARK: - Groups

/// The value by which statistics group plans.
package enum FlowGrouping: Hashable, Sendable {
  case label, assignee, owner, priority, column, milestone, iteration
  /// The agent that finished the plan, or that started it if it is in progress.
  case agent
  case field(CustomField)

  /// The groupings that every board has.
  package static let builtIn: [FlowGrouping] = [
    .label, .assignee, .owner, .priority, .column, .milestone, .iteration, .agent,
  ]

  /// The name in requests and documents.
  package var name: String {
    switch self {
    case .label: "label"
    case .assignee: "assignee"
    case .owner: "owner"
    case .priority: "priority"
    case .column: "column"
    case .milestone: "milestone"
    case .iteration: "iteration"
    case .agent: "agent"
    case .field(let field): field.key
    }
  }

  /// Returns the grouping with a name on a board; nil for an unknown name.
  package init?(named name: String, on board: Board) {
    if let grouping = Self.builtIn.first(where: { $0.name == name.lowercased() }) {
      self = grouping
    } else if let field = board.field(called: name) {
      self = .field(field)
    } else {
      return nil
    }
  }

  /// Returns the first sort key of a group: the number, or the position of the option in its field.
  /// It is 0 for all other groups, which are sorted by name.
  fileprivate func place(of name: String) -> Double {
    guard case .field(let field) = self else { return 0 }
    if field.kind == .number { return Double(name) ?? 0 }
    return field.place(of: name).map(Double.init) ?? 0
  }

  /// Returns the key under which plans with a value are grouped. Equal numbers have the same key,
  /// for example `1` and `1.0`.
  fileprivate func key(of name: String) -> ExactString {
    guard case .field(let field) = self, field.kind == .number, let number = Double(name) else {
      return ExactString(name)
    }
    // Adding zero turns -0 into 0.
    return ExactString("\(number + 0)")
  }

  /// Returns the names of a plan's groups; empty if the plan has no such value. Agents are not
  /// stored in plans; see `PlanJourney.agent(by:)`.
  package func names(of plan: Plan) -> [String] {
    switch self {
    case .label: plan.labels
    case .assignee: plan.assignees
    case .owner: [plan.owner].compactMap(\.self)
    case .priority: [plan.priority?.rawValue].compactMap(\.self)
    case .column: [plan.state]
    case .milestone: [plan.milestone].compactMap(\.self)
    case .iteration: [plan.iteration].compactMap(\.self)
    case .agent: []
    case .field(let field): field.value(of: plan)?.texts ?? []
    }
  }
}

extension [PlanJourney] {
  /// The journeys of one group.
  package struct Group: Sendable {
    /// The value; nil for the plans without such a value.
    package let name: String?
    package let journeys: [PlanJourney]
  }

  /// Returns the journeys grouped by value, sorted by name, or in the order of the field's options
  /// or numbers; plans without a value come last.
  ///
  /// A plan with several values is in several groups. If a number is written in several forms, the
  /// group gets the shortest.
  ///
  /// - Parameter agent: Returns the agent of a journey; nil if a person did the work.
  package func grouped(
    by grouping: FlowGrouping, _ agent: (PlanJourney) -> String? = { _ in nil }
  ) -> [Group] {
    var groups: [ExactString: [PlanJourney]] = [:]
    var names: [ExactString: ExactString] = [:]
    var rest: [PlanJourney] = []
    for journey in self {
      let found =
        grouping == .agent
        ? [agent(journey)].compactMap(\.self) : grouping.names(of: journey.plan)
      let own = Set(found.map { ExactString($0) })
      if own.isEmpty { rest.append(journey) }
      for name in own {
        let key = grouping.key(of: name.text)
        groups[key, default: []].append(journey)
        names[key] = Self.shorter(names[key] ?? name, name)
      }
    }
    let named = groups.map { (name: names[$0.key] ?? $0.key, journeys: $0.value) }
    let sorted = named.sorted {
      (grouping.place(of: $0.name.text), ExactString($0.name.text.lowercased()), $0.name)
        < (grouping.place(of: $1.name.text), ExactString($1.name.text.lowercased()), $1.name)
    }
    return sorted.map { Group(name: $0.name.text, journeys: $0.journeys) }
      + (rest.isEmpty ? [] : [Group(name: nil, journeys: rest)])
  }

  /// Returns the shorter one of two names; of two equally long ones, the first by their bytes.
  private static func shorter(_ left: ExactString, _ right: ExactString) -> ExactString {
    (left.text.utf8.count, left) <= (right.text.utf8.count, right) ? left : right
  }
}
