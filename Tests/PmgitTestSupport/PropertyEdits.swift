package import PlanModel

extension Edit {
  package static func priority(_ priority: Priority?) -> Edit {
    PlanField.priority.write(.optional(priority?.rawValue))
  }

  package static func estimate(_ number: JSONNumber?) -> Edit {
    PlanField.estimate.write(number.map(JSONValue.number) ?? .null)
  }
}
