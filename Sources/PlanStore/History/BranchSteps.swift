import Git
import PlanIndex
import PlanModel

/// A part of what a move of a board's branch has changed.
package enum BranchStep: Sendable {
  /// A change of a plan or of the settings, by a commit that is new on the branch. `parent` is the
  /// commit before it; nil if there is none.
  case entry(HistoryEntry, parent: ObjectID?)
  /// The branch was set to `to`, which lacks commits of `from`.
  case reset(from: ObjectID, to: ObjectID)
  /// A difference that a reset has made, between two commits.
  case difference(PlanDifference, from: ObjectID, to: ObjectID)
}

extension BoardStore {
  /// Visits what a move of the branch has changed, oldest first.
  ///
  /// The changes of each commit that is new on the branch are those of a history. Merges are left
  /// out, as their changes were made in other commits. If the branch lost commits other than
  /// merges, a reset comes first, then the differences to the state from which the new commits
  /// start, and then these commits. If that state is unknown, or if the history is cut off, only
  /// the differences between both ends follow. If git has removed the old commit, nothing follows.
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

  /// The way from one commit to another in a history.
  private struct Fork {
    /// The commit to which the branch went back first; nil if it lost no changes.
    let resetTo: ObjectID?
    /// The new commits, oldest first.
    let added: [ObjectID]
  }

  /// - Returns: nil if there is no single commit from which both ways start, or if the history is
  ///   cut off.
  private func fork(from old: ObjectID, to new: ObjectID) throws(StoreError) -> Fork? {
    if try repository.commit(new).parents == [old] { return Fork(resetTo: nil, added: [new]) }
    do throws(StoreError) {
      try requireHistory(of: old, new)
    } catch {
      guard case .shallow = error else { throw error }
      return nil
    }
    let added = try repository.commits(from: [new], hiding: [old], order: .topological)
    let removed = try repository.commits(from: [old], hiding: [new], order: .topological)
    guard try haveChanges(removed) else { return Fork(resetTo: nil, added: added.reversed()) }
    let bases = try repository.mergeBases(old, new)
    guard let base = bases.first, bases.count == 1 else { return nil }
    return Fork(resetTo: base, added: added.reversed())
  }

  /// Whether one of the commits is no merge.
  private func haveChanges(_ commits: [ObjectID]) throws(StoreError) -> Bool {
    for id in commits where try repository.commit(id).parents.count < 2 { return true }
    return false
  }

  private func visitDifferences(
    from old: ObjectID, to new: ObjectID, _ visit: (BranchStep) throws -> Void
  ) throws {
    for difference in try differences(from: old, to: new).plans where !difference.changes.isEmpty {
      try visit(.difference(difference, from: old, to: new))
    }
  }
}
