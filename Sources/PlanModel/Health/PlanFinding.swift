/// A fault of plans that can all be read, which pmgit itself would not leave.
package enum PlanFinding: Hashable, Sendable {
  /// The plan's position is not valid, so the plan stands below all others.
  case invalidRank(PlanID)
  /// The plan is in a column that the board does not have.
  case unknownColumn(PlanID, state: String)
  /// A link leads to a plan that is not on the board.
  case danglingLink(PlanID, Link)
  /// Links of one kind lead from each of these plans to the next one, and from the last to the
  /// first; a single plan links to itself.
  case cycle([PlanID], kind: String)
  /// Several plans have the same alias.
  case sharedAlias(String, [PlanID])
  /// A value's stamp is far in the future; until then it is shown before concurrent edits.
  case fromTheFuture(PlanID, ElementPath, Timestamp)
}
