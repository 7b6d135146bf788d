package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// The differences between two moments, with changes in the form of a history.
  package static func differences(_ found: BoardsCompared) -> JSONObject {
    let plans = found.differences.map { difference in
      let changes = difference.changes.map { change in
        JSONValue.object([
          "field": .string(change.path.fieldName),
          "old": change.old.map { PlanJSON.value($0, at: change.path) } ?? .null,
          "new": change.new.map { PlanJSON.value($0, at: change.path) } ?? .null,
        ])
      }
      return JSONValue.object([
        "plan": .optional(difference.plan?.text), "title": .string(difference.title),
        "changes": .array(changes),
      ])
    }
    return [
      "format": format, "board": .string(found.to.name.text),
      "from": .optional(found.from?.commit.hex), "to": .string(found.to.commit.hex),
      "since": .string(found.period.since.description),
      "until": .string((found.period.until ?? found.to.now).description),
      "plans": .array(plans),
    ]
  }
}
