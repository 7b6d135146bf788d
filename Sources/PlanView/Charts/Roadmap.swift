package import PlanModel

/// The plans of a board in time: the past as it was, and the future as it is forecast.
package struct Roadmap: Sendable {
  /// A stay in a column, in whole days. A day on which a plan moves belongs to the later column.
  package struct Bar: Hashable, Sendable {
    /// The id of the column.
    package let column: String
    package let kind: Column.Kind
    package let first: CalendarDay
    /// The last day, at most today. A plan's final stay in a done column lasts only one day.
    package let last: CalendarDay
  }

  /// The forecast start and finish of work that is not finished yet.
  package struct ForecastSpan: Hashable, Sendable {
    /// The first day of the remaining work: after today, and not after the earliest day in
    /// `finish`.
    package let begins: CalendarDay
    /// The days of the finish, by percentage; not empty.
    package let finish: [ForecastModel.Finish]

    /// Returns the day by which the work is finished with a probability; nil if that takes more
    /// than ten years.
    package func day(_ percent: Int) -> CalendarDay? {
      finish.first { $0.percent == percent }?.day
    }

    /// The probabilities in percent whose days are drawn.
    package static let likely = 50
    package static let safe = 85
  }

  package struct Row: Sendable {
    package let plan: Plan
    package let isOpen: Bool
    /// The title of the plan's column.
    package let column: String
    /// The stays in columns since the first day of the roadmap, in order and not overlapping.
    package let bars: [Bar]
    /// The forecast of an open plan; nil if there is none.
    package let outlook: ForecastSpan?
    /// The day on which a plan was finished; nil if it is open.
    package let finished: CalendarDay?
    /// The open plans that block this one.
    package let blockers: [PlanID]
    package let isCritical: Bool
    /// Whether the plan is open and may miss its due day: the day is over, or the plan is finished
    /// by then in less than 85 % of futures.
    package let isLate: Bool
  }

  package struct Group: Sendable {
    /// The common value as it is stored: an id or a person; nil for the plans without one.
    package let value: String?
    /// The name; empty if plans are not grouped.
    package let title: String
    /// The parent that the group is named after.
    package let parent: PlanID?
    /// The day on which the milestone is due, or the last day of the iteration.
    package let due: CalendarDay?
    /// When all open plans of the milestone, the iteration or the group are finished.
    package let outlook: ForecastSpan?
    package let isLate: Bool
    /// The finished plans by the day of the finish, then the open plans in the order in which they
    /// are expected to be finished.
    package fileprivate(set) var rows: [Row]
    /// The number of plans without a row, because there would be too many rows.
    package fileprivate(set) var more = 0
  }

  package let grouping: RoadmapGrouping
  package fileprivate(set) var groups: [Group]
  /// The first day of the roadmap.
  package let since: CalendarDay
  package let today: CalendarDay
  /// The number of plans that were finished before the first day, or on an unknown day.
  package let finishedEarlier: Int
  /// The number of groups that are left out, because there would be too many rows.
  package fileprivate(set) var groupsLeftOut = 0
  /// The number of plans in these groups.
  package fileprivate(set) var plansInGroupsLeftOut = 0
  /// The number of open plans, including those without a row.
  package let openCount: Int
  /// The number of open plans that may be late, including those without a row.
  package let lateCount: Int
  package let criticalPath: CriticalPath?
  /// The number of simulated futures; nil without a forecast.
  package let futures: Int?
  /// Why there is no forecast, in words; nil if there is one, or if nothing is open.
  package let lack: String?

  package var rows: [Row] { groups.flatMap(\.rows) }

  /// The number of plans that have no row, because there would be too many rows.
  package var more: Int { groups.reduce(plansInGroupsLeftOut) { $0 + $1.more } }

  package var isEmpty: Bool { groups.isEmpty && more == 0 }
}

/// The value by which a roadmap groups plans. Every plan is in one group.
package enum RoadmapGrouping: String, CaseIterable, Sendable {
  case milestone, parent, iteration, owner, none

  var phase: Phase.Kind? { Phase.Kind(rawValue: rawValue) }

  /// The title of the group of plans without a value.
  var rest: String {
    switch self {
    case .milestone, .parent, .iteration: "no \(rawValue)"
    case .owner: "nobody"
    case .none: ""
    }
  }
}

extension Roadmap {
  /// Makes the roadmap of a source.
  ///
  /// - Parameter grouping: How the rows are grouped; nil for the source's `usualGrouping`.
  /// - Complexity: Like `WorkSchedule`.
  package init(_ source: RoadmapSource, by grouping: RoadmapGrouping? = nil) {
    let maker = RoadmapMaker(source, by: grouping ?? source.usualGrouping)
    let rows = maker.rows
    self.grouping = maker.grouping
    groups = maker.groups(of: rows.shown)
    (since, today) = (source.since, source.today)
    finishedEarlier = rows.finishedEarlier
    openCount = rows.shown.count(where: \.isOpen)
    lateCount = rows.shown.count(where: \.isLate)
    criticalPath = maker.criticalPath
    futures = maker.schedule?.futures
    lack = openCount > 0 ? source.lack : nil
  }
}

// MARK: - Fewer rows

extension Roadmap {
  /// Returns the roadmap with at most `limit` rows, which are divided equally among the groups. A
  /// group with fewer rows leaves the rest to the others. Within a group the oldest finished plans
  /// are left out first, then the open plans that are finished last. Groups without a row are left
  /// out.
  ///
  /// - Parameter limit: At least 1.
  package func limited(toRows limit: Int) -> Roadmap {
    guard rows.count > limit else { return self }
    var limited = self
    limited.groups = []
    for (group, share) in zip(groups, groups.map(\.rows.count).shares(of: limit, least: 0)) {
      if share == 0 {
        limited.groupsLeftOut += 1
        limited.plansInGroupsLeftOut += group.rows.count + group.more
      } else {
        limited.groups.append(group.limited(to: share))
      }
    }
    return limited
  }
}

extension Roadmap.Group {
  fileprivate func limited(to limit: Int) -> Roadmap.Group {
    let open = rows.filter(\.isOpen).prefix(limit)
    let finished = rows.filter { !$0.isOpen }.suffix(limit - open.count)
    var limited = self
    limited.rows = Array(finished) + open
    limited.more += rows.count - limited.rows.count
    return limited
  }
}
