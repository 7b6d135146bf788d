package import PlanModel
import PlanStore
import PlanView

/// The time that was spent on the plans of a board.
package struct TimeShown {
  package let shown: ShownBoard
  package let period: ReportPeriod
  /// The query; empty for all plans.
  package let query: String
  package let statistics: TimeStatistics
  package let notices: [Notice]

  /// The titles of groups for people.
  package func title(of group: TimeStatistics.Group) throws -> String {
    let grouping = statistics.grouping
    guard let name = group.name else { return grouping == .agent ? "(people)" : "(none)" }
    switch grouping {
    case .person: return Person(name).fullName
    case .column: return shown.board.title(of: name)
    case .plan:
      guard let id = PlanID(name) else { return name }
      return "\(try shown.shortID(id)) \(try shown.plan(id).title)"
    case .label, .agent, .day, .week, nil: return name
    }
  }
}

extension Workspace {
  /// Returns the time that was spent in a period on the plans that a query finds.
  ///
  /// - Parameter grouping: What the time is split by; nil for no groups.
  /// - Complexity: Reads all plans with their texts.
  package func time(_ request: FlowRequest, by grouping: TimeGrouping? = nil) throws -> TimeShown {
    let period = try period(request)
    let shown = try board()
    let contents = try contents(of: shown, answering: request.query, needsTexts: true)
    let query = try query(request.query, in: contents)
    let plans = query.select(from: contents.plans).filter { !$0.time.isEmpty }
    let meant = try meaning(of: plans.flatMap { $0.time.map(\.by) }.unique)
    let times = plans.flatMap { plan in
      plan.time.map { entry in
        SpentTime(
          entry, on: plan, by: entry.by.isEmpty ? "" : meant(entry.by).formatted, clocks: clocks)
      }
    }
    // Later days are included: it may already be tomorrow for people further east.
    let last = request.until == nil ? CalendarDay(dayNumber: .max) : period.lastDay
    let first = period.since.map(clocks.day(of:)) ?? CalendarDay(dayNumber: .min)
    let isWhole = request.since == nil && request.until == nil
    let days = isWhole ? nil : min(first, last)...last
    return TimeShown(
      shown: contents.shown, period: period, query: request.query,
      statistics: TimeStatistics(times, in: days, by: grouping),
      notices: query.notes.map(Notice.init))
  }
}
