import PlanActions
import PlanModel
import PlanView

extension PlanSummary {
  /// The plan as lists show it to a model: without texts and without empty members.
  var brief: JSONObject {
    var object: JSONObject = [
      "id": .string(shortID), "title": .string(plan.title), "column": .string(plan.state),
    ]
    for property in PlanProperty.all {
      object[ExactString(property.name)] = property.value(of: plan).map { value in
        property.kind == .person ? .string(Person(value.text).fullName) : value.json
      }
    }
    let custom = customValues
    if !custom.isEmpty {
      object["custom"] = .object(
        custom.reduce(into: JSONObject()) { $0[ExactString($1.field.id)] = $1.value.json })
    }
    if isOverdue { object["overdue"] = .bool(true) }
    if !plan.labels.isEmpty { object["labels"] = .strings(plan.labels) }
    if !plan.assignees.isEmpty {
      object["assignees"] = .strings(plan.assignees.map { Person($0).fullName })
    }
    if isBlocked { object["blockedBy"] = .strings(blockerShortIDs) }
    object["checklist"] = checklist.map { .string("\($0.done)/\($0.total)") }
    let comments = plan.outline.commentAuthors.count
    if comments > 0 { object["comments"] = .number(comments) }
    if !plan.conflicts.isEmpty { object["conflicts"] = .strings(plan.conflicts.map(\.field)) }
    if plan.isDeleted { object["deleted"] = .bool(true) }
    return object
  }
}

extension ShownBoard {
  /// Returns plans as lists show them to a model.
  ///
  /// - Parameter relations: The relations of all plans; without them no blockers are named.
  func brief(_ plans: [Plan], _ relations: PlanRelations = PlanRelations()) throws -> JSONValue {
    let named = plans.flatMap { [$0.id] + relations.openBlockers(of: $0.id) }
    let board = SummarizedBoard(board, try viewpoint(of: named), relations)
    return .objects(plans) { PlanSummary($0, on: board).brief }
  }
}
