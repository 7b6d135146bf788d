/// A past time of a plan that queries can use.
enum PlanTime: String, CaseIterable, Sendable {
  case created
  /// The last change.
  case updated
  /// The entry into the current column, if the plan was moved there.
  case moved
  /// The time when the current owner was set.
  case claimed
  /// The entry into a column of kind `done`; the creation if the plan was added there.
  case closed

  func time(of plan: Plan, board: Board) -> Timestamp? {
    switch self {
    case .created: plan.created?.at
    case .updated: plan.updated
    case .moved: plan.stateSince
    case .claimed: plan.ownerSince
    case .closed:
      board.kind(of: plan.state) == .done ? plan.stateSince ?? plan.created?.at : nil
    }
  }
}
