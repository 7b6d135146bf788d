/// An index of a board's plans by alias.
///
/// Two clones that import the same alias concurrently create two plans with it. A deleted plan
/// keeps its aliases until another plan gets them.
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

  /// Returns the plans with exactly this alias that are not deleted, sorted by id.
  package func livePlans(called alias: String) -> [PlanID] {
    live[ExactString(alias)] ?? []
  }

  /// Returns the plans that an alias means, sorted by id: those that are not deleted, else the
  /// deleted ones.
  package func plans(called alias: String) -> [PlanID] {
    live[ExactString(alias)] ?? deleted[ExactString(alias)] ?? []
  }
}
