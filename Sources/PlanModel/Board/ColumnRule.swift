/// Rules that restrict which columns plans may come from, such as a review before Done.
///
/// A rule is stored as `from` in the column that it guards. It applies to plans that enter the
/// column.
package enum ColumnRule {
  /// A move of a plan that the board does not allow.
  package struct Violation: Hashable, Sendable {
    package let plan: PlanID
    /// The column that the plan was in, or one of them in a conflict; nil for a new plan.
    package let from: String?
    package let to: String
    /// The columns from which the plan may enter `to`.
    package let allowed: [String]
  }

  /// Returns a move of the plan that the board's rules do not allow; nil if the change is allowed.
  ///
  /// A value that the document already had, shown or in a conflict, is not a move: the move was
  /// checked when the value was written. A new plan comes from no column, so it can't start in a
  /// column with a rule.
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

  /// Checks one value of `state`, shown or in a conflict, in the same way.
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
  /// Whether plans may enter this column from the column with the id `state`.
  package func admits(_ state: String) -> Bool {
    from.isEmpty || from.contains { $0.isExactly(state) }
  }
}

// MARK: - Moves by commits

/// The move that a commit causes when it starts, closes or reopens a plan.
package enum PlanMove: Hashable, Sendable {
  /// The plan stays: it is already in a column of the right kind, the board has no such column, or
  /// the action moves no plan.
  case stay
  case to(Column)
  /// The board's rules do not allow the move from the plan's current column to this column.
  case forbidden(Column)
}

extension Board {
  /// Returns the move for an action: to the first column of the right kind that the plan may enter.
  /// That kind is `done` to close a plan, else `doing`.
  ///
  /// - Parameter state: The plan's current column.
  package func move(for action: PlanReference.Action, from state: String) -> PlanMove {
    let kind: Column.Kind
    switch action {
    case .mentions: return .stay
    case .starts: kind = .doing
    case .closes: kind = .done
    case .reopens:
      guard self.kind(of: state) == .done else { return .stay }
      kind = .doing
    }
    guard self.kind(of: state) != kind else { return .stay }
    let wanted = columns.filter { $0.kind == kind }
    if let column = wanted.first(where: { $0.admits(state) }) { return .to(column) }
    return wanted.first.map { .forbidden($0) } ?? .stay
  }
}
