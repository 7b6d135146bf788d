package import PlanActions
package import PlanModel

extension Documents {
  /// The people on a board's plans.
  package static func people(_ found: PeopleFound) -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "people": .array(
        found.people.map { row in
          .object([
            "name": .string(row.person.name), "email": .string(row.person.email),
            "owned": .number(row.owned), "assigned": .number(row.assigned),
            "plans": .number(row.plans),
          ])
        }),
    ]
  }

  /// The labels on a board's plans.
  package static func labels(_ found: LabelsFound) -> JSONObject {
    [
      "format": format, "board": .string(found.shown.name.text),
      "labels": .array(
        found.labels.map { row in
          .object([
            "name": .string(row.name), "open": .number(row.open), "plans": .number(row.plans),
          ])
        }),
    ]
  }
}
