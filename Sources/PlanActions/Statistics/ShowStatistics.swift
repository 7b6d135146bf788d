package import PlanModel
package import PlanView

/// A request for how work flows over a board.
package struct ShowStatistics: Sendable {
  package let flow: FlowRequest
  /// What to split the plans by; nil for nothing.
  package let grouping: FlowGrouping?

  package init(_ flow: FlowRequest = FlowRequest(), by grouping: FlowGrouping? = nil) {
    (self.flow, self.grouping) = (flow, grouping)
  }
}

/// How work flows over a board.
package struct StatisticsShown {
  package let found: FlowFound
  package let report: FlowReport
}

extension Workspace {
  package func statistics(_ request: ShowStatistics) throws -> StatisticsShown {
    let found = try flow(request.flow)
    return StatisticsShown(
      found: found,
      report: FlowReport(
        found.journeys, by: found.stages, in: found.period, grouping: request.grouping))
  }
}
