package import PlanModel
package import PlanStore

/// What became of an action that changes plans.
package struct PlanChanges {
  package let change: Change
  /// The plans that the action was about, each once, in the order in which they were named.
  package let plans: [PlanID]
  /// The fields that waited for a decision, and were decided by the way.
  package let decided: [Decided]
  /// What else the person should know.
  package var notices: [Notice] = []

  init(_ change: Change, of plans: [PlanID]) throws(StoreError) {
    (self.change, self.plans) = (change, plans)
    decided = try change.decided(on: plans)
  }

  package var after: BoardSnapshot { change.after }
  package var didChange: Bool { change.didChange }
}

/// Something that a person should know of an action that was done all the same.
package struct Notice: Equatable, Sendable {
  /// A sentence without a full stop.
  package let message: String
  package let hints: [Hint]
  package let isWarning: Bool

  init(_ message: String, hints: [Hint] = [], isWarning: Bool = false) {
    (self.message, self.hints, self.isWarning) = (message, hints, isWarning)
  }

  static func warning(_ message: String, hints: [Hint] = []) -> Notice {
    Notice(message, hints: hints, isWarning: true)
  }
}
