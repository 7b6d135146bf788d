package import PlanModel

/// The plans of a board, and the files that can't be read as plans.
package struct PlansRead: Sendable {
  /// In the order of their ids.
  package let plans: [Plan]
  package let unreadable: [UnreadablePlan]

  package init(_ plans: some Sequence<Plan>, unreadable: [UnreadablePlan] = []) {
    (self.plans, self.unreadable) = (Array(plans), unreadable)
  }
}
