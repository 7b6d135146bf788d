package import PlanModel
package import PlanStore
package import PlanView

extension BoardStore {
  /// The commits that wrote the values of some conflicts.
  ///
  /// - Parameter subjects: Plans, or nil for the board's settings, with their conflicts.
  package func origins(
    of subjects: [(plan: PlanID?, conflicts: [Conflict])], in snapshot: BoardSnapshot
  ) throws -> [PlacedValue: ValueOrigin] {
    // Each value of a conflict, and the one on the board whose commit speaks for it.
    var sources: [PlacedValue: PlacedValue] = [:]
    for (plan, conflicts) in subjects {
      let document = try plan.map { try snapshot.existingDocument($0) } ?? snapshot.boardDocument
      for conflict in conflicts {
        for candidate in conflict.values {
          let value = PlacedValue(plan: plan, path: conflict.path, element: candidate.element)
          sources[value] = source(of: value, in: document)
        }
      }
    }
    let found = try origins(of: Set(sources.values), from: snapshot.commit)
    return sources.compactMapValues { found[$0] }
  }

  /// To keep a plan that was deleted apart is in no file: the latest change to it says so.
  private func source(of value: PlacedValue, in document: PlanDocument) -> PlacedValue {
    guard value.path == .field("deleted"), value.element.value.isNull,
      !document[value.path].contains(value.element), let latest = document.latestChange
    else { return value }
    return PlacedValue(plan: value.plan, path: latest.path, element: latest.element)
  }

  /// Tells who wrote the values of some conflicts.
  package func authors(
    of subjects: [(plan: PlanID?, conflicts: [Conflict])], in snapshot: BoardSnapshot
  ) throws -> ConflictList.Authors {
    let origins = try origins(of: subjects, in: snapshot)
    return { plan, path, candidate in
      origins[PlacedValue(plan: plan, path: path, element: candidate.element)]?.by
    }
  }

  /// Tells who wrote the values of all conflicts that wait: those of the settings, and of plans.
  package func authors(
    ofConflictsIn plans: [Plan], andBoardOf snapshot: BoardSnapshot
  ) throws -> ConflictList.Authors {
    try authors(
      of: [(plan: nil, conflicts: snapshot.board.conflicts)]
        + plans.map { (plan: $0.id, conflicts: $0.conflicts) },
      in: snapshot)
  }
}
