import Git
import PlanIndex
package import PlanModel

/// One of the changes that a move of a board's branch made.
package enum BranchStep: Sendable {
  /// A change of a plan or of the settings, by a commit that is new on the branch. `parent` is the
  /// commit before it; nil if there is none.
  case entry(HistoryEntry, parent: ObjectID?)
  /// The branch was set to `to`, which lacks commits of `from`.
  case reset(from: ObjectID, to: ObjectID)
  /// The difference of a plan or of the settings that a reset made, between two commits.
  case difference(BoardDifference, from: ObjectID, to: ObjectID)
}

extension BoardStore {
  /// Visits the changes that a move of the branch made, oldest first.
  ///
  /// Usually these are the entries of the commits that are new on the branch. Merges are left out,
  /// because their changes were made in other commits.
  ///
  /// If the branch lost commits other than merges, `visit` first gets a reset to the merge base of
  /// both commits. The differences of that reset follow, then the entries of the new commits. If
  /// there is no single merge base, or if the history is cut off, it gets a reset to `new` and all
  /// differences. If git has removed `old`, it gets only the reset.
  ///
  /// - Complexity: Reads each commit that only one of the two has, and two files for each entry.
  package func eachStep(
    from old: ObjectID, to new: ObjectID, _ visit: (BranchStep) throws -> Void
  ) throws {
    guard old != new else { return }
    guard try commitIfThere(old) != nil else { return try visit(.reset(from: old, to: new)) }
    guard let fork = try fork(from: old, to: new) else {
      try visit(.reset(from: old, to: new))
      return try visitDifferences(from: old, to: new, visit)
    }
    if let base = fork.resetTo {
      try visit(.reset(from: old, to: base))
      try visitDifferences(from: old, to: base, visit)
    }
    var recent = RecentDocuments()
    for id in fork.added where !NewBoard.isBeginning(id) {
      let parent = try repository.commit(id).parents.first
      for entry in try entries(of: newCommit(id), HistoryPart(), &recent) {
        try visit(.entry(entry, parent: parent))
      }
    }
  }

  /// Returns the commit to which the branch went back first, nil if it lost no changes, and the new
  /// commits, oldest first.
  ///
  /// - Returns: nil if the branch lost changes and there is no single merge base, or if the history
  ///   is cut off.
  private func fork(
    from old: ObjectID, to new: ObjectID
  ) throws -> (resetTo: ObjectID?, added: [ObjectID])? {
    if try repository.commit(new).parents == [old] { return (nil, [new]) }
    do {
      try requireHistory(of: old, new)
    } catch StoreError.shallow {
      return nil
    }
    let added = try repository.commits(from: [new], hiding: [old], order: .topological)
    let removed = try repository.commits(from: [old], hiding: [new], order: .topological)
    guard try !areMerges(removed) else { return (nil, added.reversed()) }
    let bases = try repository.mergeBases(old, new)
    guard let base = bases.first, bases.count == 1 else { return nil }
    return (base, added.reversed())
  }

  /// Whether all of the commits are merges.
  func areMerges(_ commits: [ObjectID]) throws -> Bool {
    for id in commits where try repository.commit(id).parents.count < 2 { return false }
    return true
  }

  private func visitDifferences(
    from old: ObjectID, to new: ObjectID, _ visit: (BranchStep) throws -> Void
  ) throws {
    for difference in try differences(from: old, to: new).plans where !difference.changes.isEmpty {
      try visit(.difference(difference, from: old, to: new))
    }
  }
}
