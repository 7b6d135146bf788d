@testable import PlanModel
import PlanTerminal
import PlanView
import PmgitTestSupport

/// A roadmap with every mark, on the board of `RandomJourneys`; today is 2026-11-20.
enum RoadmapSamples {
  static let today = RandomJourneys.now.day
  static let viewpoint = Viewpoint(now: RandomJourneys.now, today: today)

  /// - Parameter moves: The days before today on which the plan entered a column.
  private static func journey(
    _ id: String, _ title: String, _ moves: [(Int, String)],
    _ change: (inout Plan) -> Void = { _ in }
  ) -> PlanJourney {
    let plan = Samples.plan(id, title, in: moves.last?.1 ?? "todo", change)
    let events = moves.map { days, column in
      PlanEvent(
        .moved(to: column),
        at: Timestamp(seconds: RandomJourneys.now.seconds - Int64(days) * 86_400))
    }
    return PlanJourney(plan, events: events, now: RandomJourneys.now)
  }

  private static func blocked(by ids: String...) -> [Link] {
    ids.map { Link(kind: "blocked-by", target: Samples.plan($0, "", in: "todo").id.text) }
  }

  private static let journeys = [
    journey("aaaa", "Choose a name", [(40, "todo"), (24, "doing"), (12, "done")]) { plan in
      plan.values.milestone = "v1.0"
      plan.values.due = today + -10
    },
    journey("bbbb", "로그인 버튼을 두 번 누르면 멈춤", [(30, "todo"), (9, "doing"), (3, "검토")]) { plan in
      plan.values.milestone = "v1.0"
      plan.values.due = today + -1
    },
    journey("cccc", "Write the notes for the release", [(20, "todo")]) { plan in
      plan.values.milestone = "v1.0"
      plan.values.links = blocked(by: "bbbb")
      plan.values.due = today + 30
    },
    journey("dddd", "Ship it", [(20, "todo")]) { plan in
      plan.values.milestone = "v1.0"
      plan.values.links = blocked(by: "cccc", "bbbb")
      plan.values.due = today + 9
    },
    journey("eeee", "Move the servers", [(6, "backlog")]) { plan in
      plan.values.start = today + 21
      plan.values.due = today + 500
    },
    journey("ffff", "Answer\tthe mail\u{1B}[31m", [(1, "todo"), (0, "done")]),
  ]

  static func roadmap(
    past: [Int] = (0..<60).map { [0, 0, 1][$0 % 3] }, by grouping: RoadmapGrouping = .milestone
  ) -> Roadmap {
    let plans = journeys.map(\.plan)
    let board = RandomJourneys.board
    let forecast = Forecast(past: past)
    return Roadmap(
      RoadmapSource(
        journeys, wanted: Set(plans.map(\.id)), board: board, stages: RandomJourneys.stages,
        relations: PlanRelations(plans, board: board, aliases: AliasIndex(plans)),
        people: PeopleIndex(), forecast: forecast,
        lack: forecast == nil ? "3 plans finished in the last 20 days" : nil,
        since: today + -28, today: today, clocks: .utc), by: grouping)
  }

  static func text(
    _ roadmap: Roadmap, zoom: RoadmapZoom? = nil, limit: Int? = nil
  ) -> RoadmapText {
    RoadmapText(
      roadmap, remark: "board main · from \(roadmap.since)", zoom: zoom, limit: limit,
      viewpoint: viewpoint)
  }
}
