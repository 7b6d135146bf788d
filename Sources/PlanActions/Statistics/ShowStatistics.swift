package import PlanModel
package import PlanView

/// A request for statistics of how work flows over a board.
package struct ShowStatistics: Sendable {
  package let flow: FlowRequest
  /// The property by which plans are grouped; nil for no groups.
  package let grouping: FlowGrouping?

  package init(_ flow: FlowRequest = FlowRequest(), by grouping: FlowGrouping? = nil) {
    (self.flow, self.grouping) = (flow, grouping)
  }
}

/// Statistics of how work flows over a board.
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
