/// The plans of a board by their aliases.
///
/// Two clones that import one alias apart make two plans of it, which both have it once they are in
/// sync. A plan that is deleted has its aliases as long as no other one shows.
package struct AliasIndex: Sendable {
  private var live: [ExactString: [PlanID]] = [:]
  private var deleted: [ExactString: [PlanID]] = [:]

  package init(_ plans: some Sequence<Plan> = []) {
    for plan in plans.sorted(by: { $0.id < $1.id }) { add(plan) }
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

  /// The plans that show with exactly this alias, in the order of their ids.
  package func livePlans(called alias: String) -> [PlanID] {
    live[ExactString(alias)] ?? []
  }

  /// The plans that the alias means, in that order: those that show, else those that are deleted.
  package func plans(called alias: String) -> [PlanID] {
    live[ExactString(alias)] ?? deleted[ExactString(alias)] ?? []
  }
}
