@testable import PlanModel
import PlanView

/// Plans and boards for these tests, with a fixed clock.
enum Build {
  static let viewpoint = Viewpoint(
    now: time("2026-11-21T12:00:00Z"), today: CalendarDay("2026-11-21") ?? CalendarDay(dayNumber: 0)
  )

  static let board = Board(
    title: "Sprint",
    columns: [
      Column(id: "todo", title: "Todo", kind: .todo, limit: 2),
      Column(id: "doing", title: "Doing", kind: .doing),
      Column(id: "done", title: "Done", kind: .done),
    ])

  static func time(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(seconds: 0) }

  static func id(_ prefix: String) -> PlanID {
    guard let id = PlanID(prefix + String(repeating: "0", count: PlanID.length - prefix.utf8.count))
    else { preconditionFailure("\(prefix) begins no id") }
    return id
  }

  static func plan(
    _ prefix: String, in state: String = "todo", _ change: (inout Plan) -> Void = { _ in }
  ) -> Plan {
    var plan = Plan(id: id(prefix))
    plan.values.title = "Plan \(prefix)"
    plan.values.state = state
    change(&plan)
    return plan
  }

  static func conflict(_ path: ElementPath, _ values: [(String?, JSONValue)]) -> Conflict {
    Conflict(
      path: path,
      values: values.map { time, value in
        StampedValue(
          stamp: time.map { Stamp(ExactString("\($0)~00000")) } ?? .none, value: value)
      })
  }
}
