import PlanModel
import PlanStore
import PlanView

extension Session {
  /// The commits that wrote the values of some conflicts.
  ///
  /// - Parameter subjects: Plans, or nil for the board's settings, with their conflicts.
  func origins(
    of subjects: [(plan: PlanID?, conflicts: [Conflict])], in snapshot: BoardSnapshot
  ) throws -> [PlacedValue: ValueOrigin] {
    let values = subjects.flatMap { plan, conflicts in
      conflicts.flatMap { conflict in
        conflict.values.map { PlacedValue(plan: plan, path: conflict.path, element: $0.element) }
      }
    }
    return try store.origins(of: Set(values), from: snapshot.commit)
  }

  /// Tells who wrote the values of some conflicts.
  func authors(
    of subjects: [(plan: PlanID?, conflicts: [Conflict])], in snapshot: BoardSnapshot
  ) throws -> ConflictList.Authors {
    let origins = try origins(of: subjects, in: snapshot)
    return { plan, path, candidate in
      origins[PlacedValue(plan: plan, path: path, element: candidate.element)]?.by
    }
  }

  /// Tells who wrote the values of all conflicts that wait: those of the settings, and of plans.
  func authors(
    ofConflictsIn plans: [Plan], andBoardOf snapshot: BoardSnapshot
  ) throws -> ConflictList.Authors {
    try authors(
      of: [(plan: nil, conflicts: snapshot.board.conflicts)]
        + plans.map { (plan: $0.id, conflicts: $0.conflicts) },
      in: snapshot)
  }
}
