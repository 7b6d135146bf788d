/// A cycle of links of one kind that a change closes.
package struct ClosedCycle: Hashable, Sendable {
  /// The kind of the links: `blocked-by` or `parent`.
  package let kind: String
  /// The plans: each links to the next one, and the last to the first. The link of the first plan
  /// is new.
  package let plans: [PlanID]

  /// Returns the cycles that new links close, one for each group of plans that reach each other.
  ///
  /// - Parameter plans: The plans after the change.
  /// - Complexity: Linear in plans and links, plus sorting.
  package static func all(
    of plans: [PlanID], from before: PlanRelations, to after: PlanRelations
  ) -> [ClosedCycle] {
    cycles(Link.blockedByKind, of: plans, before.blockers, after.blockers)
      + cycles(Link.parentKind, of: plans, before.parents, after.parents)
  }

  /// Returns the new links of a kind that must be dropped, so that the others close no cycle.
  ///
  /// - Parameters:
  ///   - links: The new links. Earlier ones are kept in preference to later ones.
  ///   - plans: The plans after the change.
  package static func closing(
    _ links: [(from: PlanID, to: PlanID)], _ kind: String, of plans: [PlanID],
    in after: PlanRelations
  ) -> [(from: PlanID, to: PlanID)] {
    let isParent = kind == Link.parentKind
    let targets = Dictionary(
      plans.map { ($0, isParent ? after.parents(of: $0) : after.blockers(of: $0)) }
    ) { first, _ in first }
    return Cycles.closing(links, in: targets.filter { !$0.value.isEmpty })
  }

  private static func cycles(
    _ kind: String, of plans: [PlanID], _ before: (PlanID) -> [PlanID],
    _ after: (PlanID) -> [PlanID]
  ) -> [ClosedCycle] {
    let targets = Dictionary(plans.map { ($0, after($0)) }) { first, _ in first }
      .filter { !$0.value.isEmpty }
    return Cycles.closed(in: targets) { !before($0).contains($1) }
      .map { ClosedCycle(kind: kind, plans: $0) }
  }
}
