package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// Returns the document with the progress of milestones or iterations. A request for a single one
  /// also gets its plans day by day.
  package static func phases(_ found: PhasesShown) -> JSONObject {
    let report = found.report
    var object: JSONObject = [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex),
      "closedLeftOut": .number(found.closedLeftOut),
      "notices": notices(found.forecastNotices + found.notices, where: { _ in true }),
    ]
    object[ExactString(report.kind.plural)] = .objects(report.rows, row)
    guard let work = report.course?.work else { return object }
    object["days"] = .objects(work.days.indices) { index in
      [
        "day": .string(work.days[index].description), "plans": .number(work.scope[index]),
        "done": .number(work.done[index]),
      ]
    }
    return object
  }

  private static func row(_ row: PhaseReport.Row) -> JSONObject {
    let progress = row.progress
    var object = BoardJSON.phase(row.phase)
    object["plans"] = .number(progress.plans.total)
    object["done"] = .number(progress.plans.done)
    object["estimate"] = progress.estimate.number.map(JSONValue.number) ?? .null
    object["estimateDone"] = progress.estimateDone.number.map(JSONValue.number) ?? .null
    object["withoutEstimate"] = .number(progress.withoutEstimate)
    object["ahead"] = .number(progress.ahead)
    if row.phase.kind == .iteration { object["current"] = .bool(row.isCurrent) }
    object["forecast"] = .objects(row.finish) {
      ["percent": .number($0.percent), "day": .optional($0.day?.description)]
    }
    return object
  }

  /// Returns the document of closing a milestone or an iteration: the milestone or iteration, its
  /// open plans, and where these plans were moved.
  package static func closed(
    _ closed: PhaseClosed, only members: PlanMembers? = nil
  ) throws -> JSONObject {
    let changes = closed.changes
    var object = plans(
      try changes.plans.map { try changes.after.plan($0) }, on: changes.after, only: members)
    object["decided"] = decided(changes.decidedOnBoard + changes.decided)
    object["notices"] = notices(changes.notices, where: { _ in true })
    object["dryRun"] = .bool(changes.isDryRun)
    object["rules"] = rules(changes.rules)
    object["closed"] = .object(BoardJSON.phase(closed.phase.whenClosed))
    object["to"] =
      switch closed.target {
      case .keep: .string("keep")
      case .none: .string("none")
      case .phase(let phase): .string(phase.id)
      }
    return object
  }
}

extension Phase {
  fileprivate var whenClosed: Phase {
    var phase = self
    phase.isClosed = true
    return phase
  }
}
