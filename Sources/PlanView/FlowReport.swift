package import PlanModel

/// The statistics of a board over a period, for all plans and for groups of plans.
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
    let grouped = grouping.map {
      journeys.grouped(by: $0) { $0.upTo(period.until)?.agent(by: stages) }
    }
    groups = (grouped ?? []).map { group in
      Group(name: group.name, statistics: FlowStatistics(group.journeys, by: stages, in: period))
    }
  }

  package func title(ofColumn column: String) -> String {
    let title = stages.title(of: column)
    return title.isEmpty ? "(no state)" : title
  }

  /// Returns the group's title for people.
  package func title(of group: Group) -> String {
    guard let name = group.name else { return grouping == .agent ? "(people)" : "(none)" }
    switch grouping {
    case .column: return title(ofColumn: name)
    case .assignee, .owner: return Person(name).fullName
    case .field(let field) where field.kind == .person: return Person(name).fullName
    case .label, .priority, .milestone, .iteration, .agent, .field, nil: return name
    }
  }
}

/// The results of a forecast for several probabilities.
package struct ForecastModel: Sendable {
  package struct Finish: Hashable, Sendable {
    package let percent: Int
    /// The day by which the plans are finished with this probability; nil if that takes more than
    /// ten years.
    package let day: CalendarDay?

    package init(percent: Int, day: CalendarDay?) { (self.percent, self.day) = (percent, day) }
  }

  package struct Count: Hashable, Sendable {
    package let percent: Int
    /// The number of plans that are finished with this probability; more may be finished.
    package let count: Int
  }

  /// The number of plans to be finished.
  package let count: Int
  /// Whether the plans to be finished are all open plans.
  package let isOfOpenPlans: Bool
  package let finish: [Finish]
  /// The day by which finished plans are counted; nil if none was given.
  package let day: CalendarDay?
  /// The numbers of plans finished by `day`; empty if no day was given.
  package let counts: [Count]
  /// The past days from which the forecast draws samples.
  package let past: ClosedRange<CalendarDay>
  package let finished: Int
  package let seed: UInt64

  /// Selects the results of a forecast that are shown.
  ///
  /// - Parameters:
  ///   - count: The number of plans to be finished; nil for all open plans.
  ///   - open: The number of open plans.
  ///   - day: A day after today; nil if none was given.
  ///   - today: The current day. The past days end on the day before.
  package init(
    _ forecast: Forecast, count: Int?, open: Int, by day: CalendarDay?, today: CalendarDay
  ) {
    (self.count, isOfOpenPlans, self.day) = (count ?? open, count == nil, day)
    (finished, seed) = (forecast.finished, forecast.seed)
    past = (today + -forecast.past.count)...(today + -1)
    finish = zip(Forecast.certainties, forecast.days(toFinish: self.count)).map {
      Finish(percent: $0, day: $1.map { today + $0 })
    }
    counts = (day.map { forecast.counts(inDays: $0 - today) } ?? []).enumerated().map {
      Count(percent: Forecast.certainties[$0.offset], count: $0.element)
    }
  }
}
