package import PlanActions
package import PlanModel
import PlanView

extension Documents {
  /// The document of who last wrote each value of a plan.
  ///
  /// `field` is a path as in a history; each line of the description has its number in `line`.
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
