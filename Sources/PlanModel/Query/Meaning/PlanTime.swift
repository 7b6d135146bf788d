/// A moment in the past of a plan that queries ask for.
enum PlanTime: String, CaseIterable, Sendable {
  case created
  /// The last change.
  case updated
  /// The entry into the present column, if the plan was moved there.
  case moved
  /// The setting of the present owner.
  case claimed
  /// The entry into a column of kind done; for a plan that was added there, its creation.
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
