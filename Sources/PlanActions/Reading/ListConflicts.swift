package import PlanModel
import PlanStore
package import PlanView

/// The conflicts to decide, in the settings and in plans.
package struct ConflictsListed {
  package let shown: ShownBoard
  /// The plans with conflicts, without deleted ones.
  package let plans: [Plan]
  package let authors: ConflictList.Authors

  /// The conflicts with their values in words.
  package func list() throws -> ConflictList {
    ConflictList(plans, board: shown.board, viewpoint: try shown.viewpoint(), authors: authors)
  }
}

extension PlansFound {
  /// The conflicts of some of the plans, and of the board's own settings.
  package func conflicts(of plans: [Plan]) throws -> ConflictList {
    let waiting = plans.filter { !$0.conflicts.isEmpty }
    return ConflictList(
      waiting, board: shown.board, viewpoint: try shown.viewpoint(),
      authors: try shown.snapshot.authors(ofConflictsIn: waiting))
  }
}

extension ConflictsListed {
  /// Returns the conflicts in order, those of the settings first.
  ///
  /// - Parameters:
  ///   - subject: The only subject to include; nil for all.
  ///   - field: The only field to include; nil for all.
  package func waiting(
    of subject: ConflictSubject? = nil, field: String? = nil
  ) -> [OpenConflict] {
    let all =
      shown.board.conflicts.map { OpenConflict(subject: .board, conflict: $0, shown: shown) }
      + plans.flatMap { plan in
        plan.conflicts.map {
          OpenConflict(subject: .plan(plan.id), conflict: $0, shown: shown)
        }
      }
    return all.filter { waiting in
      (subject ?? waiting.subject) == waiting.subject
        && (field ?? waiting.conflict.field) == waiting.conflict.field
    }
  }
}

extension Workspace {
  package func conflicts() throws -> ConflictsListed {
    let shown = try board()
    let read = try shown.snapshot.plans()
    let plans = read.plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted }
    return ConflictsListed(
      shown: try noting(read.unreadable, on: shown), plans: plans,
      authors: try shown.snapshot.authors(ofConflictsIn: plans))
  }
}

/// The conflicts of one plan, or of the board's own settings.
struct ConflictGroup {
  /// The plan; nil for the settings.
  let plan: PlanID?
  let conflicts: [Conflict]

  init(plan: PlanID?, _ conflicts: [Conflict]) { (self.plan, self.conflicts) = (plan, conflicts) }
}

extension BoardSnapshot {
  /// Returns the commits that wrote the values of conflicts. If a pull imported a value, its author
  /// is the tracker instead of the person who pulled.
  func origins(of groups: [ConflictGroup]) throws -> [PlacedValue: ValueOrigin] {
    var sources: [PlacedValue: OriginSources] = [:]
    for group in groups {
      let plan = group.plan
      let document = try plan.map { try existingDocument($0) } ?? boardDocument
      for conflict in group.conflicts {
        for candidate in conflict.values {
          let value = PlacedValue(plan: plan, path: conflict.path, element: candidate)
          sources[value] = OriginSources(of: value, in: document)
        }
      }
    }
    let found = try origins(of: Set(sources.values.flatMap { $0.values + $0.deletions }))
    return try sources.compactMapValues { try $0.origin(among: found, isEarlier: isEarlier) }
  }

  /// Returns a function that finds the authors of the given conflicts' values.
  func authors(of groups: [ConflictGroup]) throws -> ConflictList.Authors {
    let origins = try origins(of: groups)
    return { plan, path, candidate in
      origins[PlacedValue(plan: plan, path: path, element: candidate)]?.by
    }
  }

  /// Returns a function that finds the authors of conflicting values in the settings and the plans.
  func authors(ofConflictsIn plans: [Plan]) throws -> ConflictList.Authors {
    try authors(
      of: [ConflictGroup(plan: nil, board.conflicts)]
        + plans.map { ConflictGroup(plan: $0.id, $0.conflicts) })
  }
}

/// The values whose commits may be the origin of a value in conflict, best candidate first.
///
/// A decision to keep a concurrently deleted plan is not stored. So the decision is attributed to
/// the latest change that the deletion did not include.
private struct OriginSources {
  let values: [PlacedValue]
  /// The deletions; empty unless the value is a decision to keep the plan.
  private(set) var deletions: [PlacedValue] = []
  /// The tracker from which the value was imported; nil if somebody wrote it on the board.
  private(set) var source: String?

  init(of value: PlacedValue, in document: PlanDocument) {
    guard value.path == .field("deleted"), value.element.value.isNull,
      !document[value.path].contains(value.element)
    else {
      let same = [value.element] + document[value.path].filter { $0.value == value.element.value }
      // The same value may have been written on the board here and imported from a tracker
      // elsewhere.
      let own = same.first { document.source(of: $0, at: value.path) == nil }
      if own == nil { source = document.source(of: value.element, at: value.path) }
      values = [PlacedValue(plan: value.plan, path: value.path, element: own ?? value.element)]
      return
    }
    values = document.latestChanges.map {
      PlacedValue(plan: value.plan, path: $0.path, element: $0.element)
    }
    deletions = document[value.path].map {
      PlacedValue(plan: value.plan, path: value.path, element: $0)
    }
  }

  func origin(
    among found: [PlacedValue: ValueOrigin],
    isEarlier: (ValueOrigin, ValueOrigin) throws -> Bool
  ) throws -> ValueOrigin? {
    let origins = values.compactMap { value in
      found[value].map { origin in source.map(origin.attributed) ?? origin }
    }
    let deletions = deletions.compactMap { found[$0] }
    return try origins.first { origin in
      try !deletions.contains { try isEarlier(origin, $0) }
    } ?? origins.first
  }
}
