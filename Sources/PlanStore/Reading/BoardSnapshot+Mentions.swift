package import PlanModel

extension BoardSnapshot {
  /// Returns the plans that the plan's links lead to and those whose links lead to it, by id or by alias, with the
  /// plan itself and maybe others, in the order of their ids.
  ///
  /// - Complexity: One object for each of them, and a small part of the index; without one, every plan.
  package func relatives(of plan: Plan) throws(StoreError) -> [Plan] {
    let targets = plan.links.filter { $0.kind != Link.commitKind }.map(\.target)
    let named = targets.compactMap { PlanID($0) }
    let called = targets.filter { PlanID($0) == nil }
    let names = [plan.id.text] + plan.aliases + called
    if let plans = try readPlans(mentioning: names, and: named + [plan.id]) { return plans }
    return try plans().plans
  }

  /// Returns the plans by some aliases, and maybe by others.
  ///
  /// - Complexity: One object for each plan that has one of them or a link to it, and a small part of the
  ///   index; without one, every plan.
  package func aliases(among names: [String]) throws(StoreError) -> AliasIndex {
    if let known = knownAliases { return known }
    if let plans = try readPlans(mentioning: names) { return AliasIndex(plans) }
    return try aliases()
  }

  /// The most plans that are read one by one; a plan costs several times as much as a row of the index.
  private static let mostRead = 200

  /// Returns the plans that have some names as aliases or links to them, and maybe others; nil where reading every plan
  /// is the better way.
  ///
  /// - Parameter known: Plans that are among them in any case.
  private func readPlans(
    mentioning names: [String], and known: [PlanID] = []
  ) throws(StoreError) -> [Plan]? {
    let found = store.index.plans(mentioning: Set(names), in: tree)
    guard let ids = found?.union(known), ids.count <= Self.mostRead else { return nil }
    var plans: [Plan] = []
    for id in ids.sorted() {
      if let plan = try readablePlan(id) { plans.append(plan) }
    }
    return plans
  }

  /// Reads one plan as `plans` does: nil for one that is missing, can't be read, or needs a newer pmgit.
  private func readablePlan(_ id: PlanID) throws(StoreError) -> Plan? {
    do {
      guard let document = try readableDocument(id) else { return nil }
      return Plan(document, id: id)
    } catch {
      guard case .planFormatTooNew = error else { throw error }
      return nil
    }
  }
}
