package import PlanModel

/// The differences of a plan, or of the board's own settings, between two moments.
package struct BoardDifference: Hashable, Sendable {
  /// The plan; nil for the board's own settings.
  package let plan: PlanID?
  package let title: String
  package let changes: [FieldChange]

  package init(plan: PlanID?, title: String, changes: [FieldChange]) {
    (self.plan, self.title, self.changes) = (plan, title, changes)
  }
}
