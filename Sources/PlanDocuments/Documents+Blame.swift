package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// The origin of each value of a plan: who last wrote it.
  ///
  /// `field` is a path as in a history; `line` is the number of a line of the description.
  package static func blame(_ found: PlanBlamed) -> JSONObject {
    let values = found.values.map { value in
      JSONValue.object([
        "field": .string(value.path.fieldName),
        "line": value.line.map { .number($0) } ?? .null,
        "value": value.line == nil ? PlanJSON.value(value.value, at: value.path) : value.value,
        "commit": .optional(value.origin?.commit.hex),
        "at": .optional(value.origin?.at.description), "by": .optional(value.origin?.author),
      ])
    }
    return [
      "format": format, "board": .string(found.shown.name.text),
      "commit": .string(found.shown.commit.hex), "plan": .string(found.plan.text),
      "values": .array(values),
    ]
  }
}
