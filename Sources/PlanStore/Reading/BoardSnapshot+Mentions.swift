import Git
import PlanIndex
package import PlanModel

extension BoardSnapshot {
  /// Returns a plan and all plans that are linked to or from it, by id or alias, sorted by id. The
  /// result may include unrelated plans.
  ///
  /// - Complexity: Reads one object for each returned plan and a small part of the index; without
  ///   an index, every plan.
  package func relatives(of plan: Plan) throws -> [Plan] {
    let targets = plan.links.filter { $0.kind != Link.commitKind }.map(\.target)
    let named = targets.compactMap { PlanID($0) }
    let called = targets.filter { PlanID($0) == nil }
    let names = [plan.id.text] + plan.aliases + called
    if let plans = try readPlans(mentioning: names, and: named + [plan.id]) { return plans }
    return try plans().plans
  }

  /// Returns an index with at least the given aliases.
  ///
  /// - Complexity: Reads one object for each plan with such an alias or link, and a small part of
  ///   the index; without an index, every plan.
  package func aliases(among names: [String]) throws -> AliasIndex {
    if let known = cache.aliases { return known }
    if let plans = try readPlans(mentioning: names) { return AliasIndex(plans) }
    return try aliases()
  }

  /// The most plans that are read one by one. Reading a plan costs several times as much as reading
  /// a row of the index.
  private static let mostRead = 200

  /// Returns the plans that have one of the names as an alias or a link's target. The result may
  /// include other plans. It is nil if the index can't be used, or if reading every plan is faster.
  ///
  /// - Parameter known: Plans that are always included.
  private func readPlans(mentioning names: [String], and known: [PlanID] = []) throws -> [Plan]? {
    // The index has the board before the drafts, so the plans that drafts changed are added.
    let drafts = store.drafts.flatMap { $0.isNewest(self) ? $0 : nil }
    let indexed = drafts?.base.tree ?? tree
    let found = store.index.read { index throws(DatabaseError) in
      try index.plans(mentioning: Set(names), at: indexed.hex)
    }
    guard let ids = found?.union(known).union(drafts?.changed.keys ?? [:].keys),
      ids.count <= Self.mostRead
    else { return nil }
    return try readablePlans(ids.sorted())
  }
}
