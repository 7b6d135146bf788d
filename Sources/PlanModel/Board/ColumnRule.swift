/// Which columns a plan may come from: a board may let plans be done only after a review.
///
/// A rule is kept in the column that it guards, as `from`, and counts only for plans that enter it.
package enum ColumnRule {
  /// A step of a plan that the board does not allow.
  package struct Violation: Hashable, Sendable {
    package let plan: PlanID
    /// Where the plan was; nil for a plan that is new.
    package let from: String?
    package let to: String
    /// The columns that it might have come from.
    package let allowed: [String]
  }

  /// The step by which a plan comes to its column, if the board does not allow it.
  ///
  /// A value that was in the document already, shown or waiting for a decision, is no step: whoever
  /// wrote it has taken that step before. A plan that is new comes from nowhere, so it can't begin
  /// in a column with a rule.
  ///
  /// - Parameters:
  ///   - old: The plan before; nil for a plan that is new.
  ///   - board: The board whose rules count.
  package static func violation(
    of id: PlanID, from old: PlanDocument?, to new: PlanDocument, on board: Board
  ) -> Violation? {
    for version in new[.field("state")] {
      if let step = violation(of: id, from: old, to: version.value, on: board) { return step }
    }
    return nil
  }

  /// The same for one value of the state, which need not be the one that is shown.
  package static func violation(
    of id: PlanID, from old: PlanDocument?, to state: JSONValue, on board: Board
  ) -> Violation? {
    guard let column = state.string.flatMap({ board[column: $0] }), !column.from.isEmpty
    else { return nil }
    let before = old?[.field("state")].map(\.value) ?? []
    if before.contains(state) { return nil }
    let columns = before.compactMap(\.string)
    if columns.contains(where: column.admits) { return nil }
    return Violation(plan: id, from: columns.first, to: column.id, allowed: column.from)
  }
}

extension Column {
  /// Whether plans of another column may come here.
  package func admits(_ state: String) -> Bool {
    from.isEmpty || from.contains { $0.utf8.elementsEqual(state.utf8) }
  }
}
