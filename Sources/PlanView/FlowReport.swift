package import PlanModel

/// The statistics of a board, in the order in which people read them.
package struct FlowReport: Sendable {
  /// The statistics of the plans with a common label, assignee or other value.
  package struct Group: Sendable {
    /// The common value; nil for the plans without one.
    package let name: String?
    package let statistics: FlowStatistics
  }

  package let first: CalendarDay
  package let last: CalendarDay
  package let all: FlowStatistics
  /// The weeks, oldest first, including weeks without finished plans.
  package let weeks: [Throughput.Week]
  package let grouping: FlowGrouping?
  package let groups: [Group]
  private let stages: Stages

  package init(
    _ journeys: [PlanJourney], by stages: Stages, in period: ReportPeriod,
    grouping: FlowGrouping? = nil
  ) {
    self.stages = stages
    first = period.firstDay(of: journeys)
    last = period.lastDay
    all = FlowStatistics(journeys, by: stages, in: period)
    weeks = Throughput(all.finished, of: journeys, in: period).weeks
    self.grouping = grouping
    groups = (grouping.map { journeys.grouped(by: $0) } ?? []).map { group in
      Group(
        name: group.name, statistics: FlowStatistics(group.journeys, by: stages, in: period))
    }
  }

  package func title(ofColumn column: String) -> String {
    let title = stages.title(of: column)
    return title.isEmpty ? "(no state)" : title
  }

  /// Returns the group's title for people.
  package func title(of group: Group) -> String {
    guard let name = group.name else { return "(none)" }
    switch grouping {
    case .column: return title(ofColumn: name)
    case .assignee, .owner: return Person(name).fullName
    case .label, .priority, nil: return name
    }
  }
}
