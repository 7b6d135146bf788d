import PlanModel
package import PlanView

/// A request for a chart of a board.
package struct DrawChart: Sendable {
  package let kind: ChartKind
  package let flow: FlowRequest

  package init(_ kind: ChartKind, of flow: FlowRequest = FlowRequest()) {
    (self.kind, self.flow) = (kind, flow)
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
  package func chart(_ request: DrawChart) throws -> ChartDrawn {
    let found = try flow(request.flow)
    let charts = FlowCharts(found.journeys, by: found.stages, in: found.period)
    return ChartDrawn(found: found, chart: charts.chart(request.kind))
  }
}
