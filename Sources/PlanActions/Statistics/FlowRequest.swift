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

/// The plans of a statistic or a chart, with their moves through the columns.
package struct FlowFound {
  package let shown: ShownBoard
  package let journeys: [PlanJourney]
  package let stages: Stages
  package let period: ReportPeriod
  /// The query; empty for all plans.
  package let query: String
  /// Notices about terms of the query that may not mean what was intended.
  package let notices: [Notice]
  /// How statistics group the plans; nil for no groups.
  fileprivate(set) var grouping: FlowGrouping?

  /// Returns statistics of how work flows over the board.
  package func report() -> FlowReport {
    FlowReport(journeys, by: stages, in: period, grouping: grouping)
  }

  package func chart(_ kind: ChartKind) -> Chart {
    FlowCharts(journeys, by: stages, in: period).chart(kind)
  }

  /// The board, the days and the query that a chart shows.
  package var remark: String {
    let days = "\(period.firstDay(of: journeys)) to \(period.lastDay)"
    return (["board \(shown.name)", days] + (query.isEmpty ? [] : [query])).joined(separator: " · ")
  }
}

extension Workspace {
  /// Returns the plans of a statistic with their moves, in the period of the request.
  ///
  /// - Parameter grouping: The name of the property or of the board's field by which statistics
  ///   group the plans; nil for no groups.
  package func flow(
    _ request: FlowRequest = FlowRequest(), by grouping: String? = nil
  ) throws -> FlowFound {
    // Only this grouping needs the agents that moved plans.
    let withAgents = grouping?.lowercased() == FlowGrouping.agent.name
    let period = try period(request)
    let shown = try board()
    let contents = try contents(of: shown, answering: request.query)
    let query = try query(request.query, in: contents)
    var found = FlowFound(
      shown: contents.shown,
      journeys: try journeys(
        of: query.select(from: contents.plans), on: shown, withAgents: withAgents),
      stages: Stages(shown.snapshot.boardDocument), period: period, query: request.query,
      notices: query.notes.map(Notice.init))
    found.grouping = try grouping.map { try shown.board.flowGrouping(named: $0) }
    return found
  }

  /// Returns the period of a request.
  func period(_ request: FlowRequest) throws -> ReportPeriod {
    let time = try participant.time(since: request.since, until: request.until)
    return ReportPeriod(
      since: time.since, until: min(time.until ?? now, now),
      clocks: participant.clocks)
  }

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
