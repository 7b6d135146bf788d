/// Rules that restrict which columns plans may come from, such as a review before Done.
///
/// A rule is stored as `from` in the column that it guards. It applies to plans that enter the
/// column.
package enum ColumnRule {
  /// A move of a plan that the board does not allow.
  package struct Violation: Hashable, Sendable {
    package let plan: PlanID
    /// The column that the plan was in; nil for a new plan.
    package let from: String?
    package let to: String
    /// The columns from which the plan may enter `to`.
    package let allowed: [String]
  }

  /// Returns the move into a column that the board does not allow, or nil.
  ///
  /// A value that the document already had, shown or in a conflict, is not a move: it was checked
  /// when it was written. A new plan comes from no column, so it can't start in a column with a
  /// rule.
  ///
  /// - Parameters:
  ///   - old: The plan before the change; nil for a new plan.
  ///   - board: The board whose rules apply.
  package static func violation(
    of id: PlanID, from old: PlanDocument?, to new: PlanDocument, on board: Board
  ) -> Violation? {
    for version in new[.field("state")] {
      if let step = violation(of: id, from: old, to: version.value, on: board) { return step }
    }
    return nil
  }

  /// The same check for one value of `state`, shown or in a conflict.
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
  /// Whether plans of another column may enter this one.
  package func admits(_ state: String) -> Bool {
    from.isEmpty || from.contains { $0.utf8.elementsEqual(state.utf8) }
  }
}
