/// The move that a commit causes when it starts, closes or reopens a plan.
package enum PlanMove: Hashable, Sendable {
  /// The plan is already in the right column.
  case stay
  case to(Column)
  /// The plan's current column may not lead into this one.
  case forbidden(Column)
}

extension Board {
  /// Returns the move for an action: to the first column of the right kind that the plan may enter.
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
