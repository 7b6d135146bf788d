/// The plans of a board by their aliases.
///
/// Two clones that import one alias concurrently create two plans, which both have it after a sync.
/// A deleted plan keeps its aliases as long as no other plan has them.
package struct AliasIndex: Sendable {
  private var live: [ExactString: [PlanID]] = [:]
  private var deleted: [ExactString: [PlanID]] = [:]

  package init(_ plans: some Sequence<Plan> = []) {
    let named = plans.filter { !$0.aliases.isEmpty }
    for plan in named.sorted(by: { $0.id < $1.id }) { add(plan) }
  }

  private mutating func add(_ plan: Plan) {
    for alias in plan.aliases {
      if plan.isDeleted {
        deleted[ExactString(alias), default: []].append(plan.id)
      } else {
        live[ExactString(alias), default: []].append(plan.id)
      }
    }
  }

  /// Returns the plans with exactly this alias that are not deleted, in the order of their ids.
  package func livePlans(called alias: String) -> [PlanID] {
    live[ExactString(alias)] ?? []
  }

  /// Returns the plans that the alias means, in the same order: those that are not deleted, or else
  /// the deleted ones.
  package func plans(called alias: String) -> [PlanID] {
    live[ExactString(alias)] ?? deleted[ExactString(alias)] ?? []
  }
}
