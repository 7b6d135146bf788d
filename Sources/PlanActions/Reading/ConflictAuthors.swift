import PlanModel
import PlanStore
import PlanView

/// The conflicts of one plan, or of the board's own settings.
struct ConflictGroup {
  /// nil for the settings.
  let plan: PlanID?
  let conflicts: [Conflict]

  init(plan: PlanID?, _ conflicts: [Conflict]) { (self.plan, self.conflicts) = (plan, conflicts) }
}

extension BoardReader {
  /// Returns the commits that wrote the values of some conflicts.
  func origins(of groups: [ConflictGroup]) throws -> [PlacedValue: ValueOrigin] {
    // Each value of a conflict, with the value on the board whose commit counts as its origin.
    var sources: [PlacedValue: PlacedValue] = [:]
    for group in groups {
      let plan = group.plan
      let document = try plan.map { try existingDocument($0) } ?? boardDocument
      for conflict in group.conflicts {
        for candidate in conflict.values {
          let value = PlacedValue(plan: plan, path: conflict.path, element: candidate.element)
          sources[value] = source(of: value, in: document)
        }
      }
    }
    let found = try origins(of: Set(sources.values))
    return sources.compactMapValues { found[$0] }
  }

  /// Returns the value whose commit counts as the origin of another. No file has the decision to
  /// keep a plan that was deleted concurrently, so the plan's latest change counts.
  private func source(of value: PlacedValue, in document: PlanDocument) -> PlacedValue {
    guard value.path == .field("deleted"), value.element.value.isNull,
      !document[value.path].contains(value.element), let latest = document.latestChange
    else { return value }
    return PlacedValue(plan: value.plan, path: latest.path, element: latest.element)
  }

  /// Returns a function that tells who wrote the values of some conflicts.
  func authors(of groups: [ConflictGroup]) throws -> ConflictList.Authors {
    let origins = try origins(of: groups)
    return { plan, path, candidate in
      origins[PlacedValue(plan: plan, path: path, element: candidate.element)]?.by
    }
  }

  /// The same for all waiting conflicts: those of the settings, and those of plans.
  func authors(ofConflictsIn plans: [Plan]) throws -> ConflictList.Authors {
    try authors(
      of: [ConflictGroup(plan: nil, board.conflicts)]
        + plans.map { ConflictGroup(plan: $0.id, $0.conflicts) })
  }
}
