package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document of a roadmap: its plans in groups, with their bars and forecasts.
  ///
  /// - Parameter limit: The most plans; nil for all.
  package static func roadmap(_ drawn: RoadmapDrawn, limit: Int? = nil) -> JSONObject {
    let roadmap = limit.map(drawn.roadmap.limited) ?? drawn.roadmap
    return [
      "format": format, "board": .string(drawn.shown.name.text),
      "commit": .string(drawn.shown.commit.hex), "chart": .string("roadmap"),
      "query": .string(drawn.query), "by": .string(roadmap.grouping.rawValue),
      "since": .string(roadmap.since.description), "today": .string(roadmap.today.description),
      "futures": roadmap.futures.map { .number($0) } ?? .null,
      "criticalPath": roadmap.criticalPath.map { .object(path($0)) } ?? .null,
      "groups": .objects(roadmap.groups, group),
      "leftOut": .object([
        "finishedEarlier": .number(roadmap.finishedEarlier), "more": .number(roadmap.more),
      ]),
      "notices": notices(drawn.notices, where: { _ in true }),
    ]
  }

  private static func path(_ path: CriticalPath) -> JSONObject {
    [
      "plans": .strings(path.plans.map(\.text)), "measure": .string(path.measure.rawValue),
      "length": number(path.length),
    ]
  }

  private static func group(_ group: Roadmap.Group) -> JSONObject {
    [
      "name": .optional(group.value), "title": .string(group.title),
      "due": .optional(group.due?.description), "forecast": forecast(group.outlook),
      "late": .bool(group.isLate), "more": .number(group.more),
      "plans": .objects(group.rows, row),
    ]
  }

  private static func row(_ row: Roadmap.Row) -> JSONObject {
    let plan = row.plan
    return [
      "plan": .string(plan.id.text), "title": .string(plan.title), "state": .string(plan.state),
      "start": .optional(plan.start?.description), "due": .optional(plan.due?.description),
      "finished": .optional(row.finished?.description),
      "bars": .objects(row.bars) { bar in
        [
          "state": .string(bar.column), "kind": .string(bar.kind.rawValue),
          "first": .string(bar.first.description), "last": .string(bar.last.description),
        ]
      },
      "begins": .optional(row.outlook?.begins.description), "forecast": forecast(row.outlook),
      "critical": .bool(row.isCritical), "late": .bool(row.isLate),
      "blockers": .strings(row.blockers.map(\.text)),
    ]
  }

  private static func forecast(_ outlook: Roadmap.ForecastSpan?) -> JSONValue {
    .objects(outlook?.finish ?? []) {
      ["percent": .number($0.percent), "day": .optional($0.day?.description)]
    }
  }
}
