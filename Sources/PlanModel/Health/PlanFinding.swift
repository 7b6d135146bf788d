/// A fault in a plan that can be read; pmgit itself never writes such plans.
package enum PlanFinding: Hashable, Sendable {
  /// The plan's rank is invalid, so the plan is shown below all others.
  case invalidRank(PlanID)
  /// The plan is in a column that the board does not have.
  case unknownColumn(PlanID, state: String)
  /// A link points to a plan that is not on the board.
  case danglingLink(PlanID, Link)
  /// Links of one kind form a cycle through these plans, in order. A single plan links to itself.
  case cycle([PlanID], kind: String)
  /// Several plans have the same alias.
  case sharedAlias(String, [PlanID])
  /// A value's stamp is far in the future. Until that time, the value wins against concurrent
  /// edits.
  case fromTheFuture(PlanID, ElementPath, Timestamp)
}
