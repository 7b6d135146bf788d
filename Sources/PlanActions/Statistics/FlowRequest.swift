package import PlanModel
import PlanStore

/// The plans and the period of a statistic.
package struct FlowRequest: Sendable {
  /// A query about the present plans; empty for all.
  package let query: String
  /// A moment of the past, or a day, which means its first moment. nil for the beginning of the
  /// board.
  package let since: String?
  /// A moment, or a day, which means its last moment; nil for now. A future moment counts as now.
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
  /// The files that can't be read, whose plans are missing.
  package let missing: MissingFiles
}

extension Workspace {
  func flow(_ request: FlowRequest) throws -> FlowFound {
    let period = try period(request)
    let contents = try contents(of: board())
    let query = try query(request.query, in: contents)
    let shown = contents.shown
    return FlowFound(
      shown: shown,
      journeys: try journeys(of: query.select(from: contents.plans), on: shown),
      stages: Stages(shown.snapshot.boardDocument), period: period, query: request.query,
      notices: query.notes.map(Notice.init), missing: contents.missing)
  }

  private func period(_ request: FlowRequest) throws(Problem) -> ReportPeriod {
    let time = try participant.time(since: request.since, until: request.until)
    return ReportPeriod(
      since: time.since, until: min(time.until ?? now, now),
      clocks: participant.clocks)
  }
}
