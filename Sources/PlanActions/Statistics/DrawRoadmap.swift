import PlanModel
import PlanStore
package import PlanView

/// A roadmap of a board, which a user interface draws.
package struct RoadmapDrawn {
  package let shown: ShownBoard
  package let roadmap: Roadmap
  /// The query; empty for all plans.
  package let query: String
  package let notices: [Notice]

  /// The board, the grouping, the first day and the query that the roadmap shows.
  package var remark: String {
    let grouping = roadmap.grouping == .none ? [] : ["by \(roadmap.grouping.rawValue)"]
    let query = query.isEmpty ? [] : [query]
    return (["board \(shown.name)"] + grouping + ["from \(roadmap.since)"] + query)
      .joined(separator: " · ")
  }
}

extension Workspace {
  /// The number of past days that a roadmap shows by default: four weeks.
  private static let usualRoadmapDays = 28

  /// Returns the roadmap of the plans of a query.
  ///
  /// The forecast covers the whole board, whatever the query is, so that it agrees with the
  /// forecasts of milestones.
  ///
  /// - Parameters:
  ///   - query: A query about the present plans; empty for all.
  ///   - since: The first day, as a moment or a day of the past; nil for four weeks ago.
  ///   - grouping: The grouping; nil for the one that fits the plans.
  package func roadmap(
    _ query: String = "", since: String? = nil, by grouping: RoadmapGrouping? = nil
  ) throws -> RoadmapDrawn {
    let time = try participant.time(since: since, until: nil)
    let shown = try board()
    let contents = try contents(of: shown, answering: query)
    let chosen = try self.query(query, in: contents)
    let plans = contents.plans.filter { !$0.isDeleted }
    let found = FlowFound(
      shown: shown, journeys: try journeys(of: plans, on: shown),
      stages: Stages(shown.snapshot.boardDocument),
      period: ReportPeriod(until: now, clocks: clocks), query: query, notices: [])
    let past = pastDays(found, atMost: Self.usualDays)
    let forecast = Forecast(past: past)
    let source = RoadmapSource(
      found.journeys, wanted: Set(chosen.select(from: plans).map(\.id)), board: shown.board,
      stages: found.stages, relations: contents.relations, people: try people(on: plans),
      forecast: forecast,
      lack: forecast == nil
        ? Problem.tooShortPast(days: past.count, finished: past.reduce(0, +)).message : nil,
      since: time.since.map(clocks.day(of:)) ?? shown.today + -Self.usualRoadmapDays,
      today: shown.today, clocks: clocks)
    let roadmap = Roadmap(source, by: grouping)
    let isRough = roadmap.futures != nil && roadmap.openCount > 0
    let rough = forecast.flatMap { $0.isRough && isRough ? [Notice.roughForecast($0)] : nil } ?? []
    return RoadmapDrawn(
      shown: contents.shown, roadmap: roadmap, query: query,
      notices: chosen.notes.map(Notice.init) + rough)
  }
}
