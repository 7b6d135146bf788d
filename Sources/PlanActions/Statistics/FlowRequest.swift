package import PlanModel
import PlanStore
package import PlanView

/// The plans and the period of a statistic.
package struct FlowRequest: Sendable {
  /// A query about the present plans; empty for all.
  package let query: String
  /// The start, a moment or a day of the past; nil for the beginning of the board.
  ///
  /// A day means its first moment.
  package let since: String?
  /// The end, a moment or a day; nil for now. A future moment counts as now.
  ///
  /// A day means its last moment.
  package let until: String?

  package init(_ query: String = "", since: String? = nil, until: String? = nil) {
    (self.query, self.since, self.until) = (query, since, until)
  }
}

/// The plans of a statistic, with their moves through the columns.
package struct FlowFound {
  package let shown: ShownBoard
  package let journeys: [PlanJourney]
  package let stages: Stages
  package let period: ReportPeriod
  /// The query; empty for all plans.
  package let query: String
  /// Notices about terms of the query that may not mean what was intended.
  package let notices: [Notice]
}

extension Workspace {
  /// Returns the plans of a statistic with their moves, in the period of the request.
  ///
  /// - Parameter withAgents: Whether the agents that moved plans are needed.
  func flow(_ request: FlowRequest, withAgents: Bool = false) throws -> FlowFound {
    let period = try period(request)
    let shown = try board()
    let contents = try contents(of: shown, answering: request.query)
    let query = try query(request.query, in: contents)
    return FlowFound(
      shown: contents.shown,
      journeys: try journeys(
        of: query.select(from: contents.plans), on: shown, withAgents: withAgents),
      stages: Stages(shown.snapshot.boardDocument), period: period, query: request.query,
      notices: query.notes.map(Notice.init))
  }

  /// Returns the period of a request.
  func period(_ request: FlowRequest) throws -> ReportPeriod {
    let time = try participant.time(since: request.since, until: request.until)
    return ReportPeriod(
      since: time.since, until: min(time.until ?? now, now),
      clocks: participant.clocks)
  }
}

extension Workspace {
  /// Returns the moves of plans through the columns of their board, in the order of the plans.
  ///
  /// - Complexity: Reads one row of the index for each commit of the board.
  func journeys(
    of plans: [Plan], on shown: ShownBoard, withAgents: Bool = false
  ) throws -> [PlanJourney] {
    var events: [PlanID: [PlanEvent]] = [:]
    for change in try shown.snapshot.placeChanges(withAgents: withAgents) {
      events[change.plan, default: []] += change.events
    }
    return plans.map { PlanJourney($0, events: events[$0.id] ?? [], now: shown.now) }
  }
}

extension PlaceChange {
  fileprivate var events: [PlanEvent] {
    var events: [PlanEvent] = []
    if let column { events.append(PlanEvent(.moved(to: column), at: at, by: agent)) }
    if let isDeleted {
      events.append(PlanEvent(isDeleted ? .deleted : .restored, at: at, by: agent))
    }
    return events
  }
}

/// Statistics of how work flows over a board.
package struct StatisticsShown {
  package let found: FlowFound
  package let report: FlowReport
}

extension Workspace {
  /// Returns statistics of how work flows over the board.
  ///
  /// - Parameter grouping: The name of the property or of the board's field by which plans are
  ///   grouped; nil for no groups.
  package func statistics(
    _ request: FlowRequest = FlowRequest(), by grouping: String? = nil
  ) throws -> StatisticsShown {
    let isByAgents = grouping?.lowercased() == FlowGrouping.agent.name
    let found = try flow(request, withAgents: isByAgents)
    let grouping = try grouping.map { try found.shown.board.flowGrouping(named: $0) }
    return StatisticsShown(
      found: found,
      report: FlowReport(found.journeys, by: found.stages, in: found.period, grouping: grouping))
  }
}

/// A chart of a board, which a user interface draws.
package struct ChartDrawn {
  package let found: FlowFound
  package let chart: Chart

  /// The board, the days and the query that the chart shows.
  package var remark: String {
    let first = found.period.firstDay(of: found.journeys)
    let days = "\(first) to \(found.period.lastDay)"
    let query = found.query.isEmpty ? [] : [found.query]
    return (["board \(found.shown.name)", days] + query)
      .joined(separator: " · ")
  }
}

extension Workspace {
  package func chart(_ kind: ChartKind, of request: FlowRequest = FlowRequest()) throws
    -> ChartDrawn
  {
    let found = try flow(request)
    let charts = FlowCharts(found.journeys, by: found.stages, in: found.period)
    return ChartDrawn(found: found, chart: charts.chart(kind))
  }
}
