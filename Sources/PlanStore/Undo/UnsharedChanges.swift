import Git
package import PlanModel

/// Undoes changes that no other clone can have.
///
/// Undoing by a new commit has side effects: a restored value is a new element, which conflicts
/// with values that others write meanwhile. The old element can't be restored, because a merge
/// treats it as replaced. But a change that never left this clone can be removed from the history:
/// the branch moves back, by compare-and-swap. The reflog keeps the removed commits for a redo.
extension BoardStore {
  /// Returns the step that undoes the last changes of a person.
  ///
  /// - Returns: A step for at most `count` changes, fewer if there are no more.
  package func undoStep(_ count: Int, by person: Person, from tip: ObjectID) throws -> UndoStep {
    let changes = try changesToUndo(count, by: person, from: tip)
    let wanted = changes.wanted
    guard wanted.count == count, let newest = wanted.first, try canGoBack(from: tip) else {
      return .takeBack(changes)
    }
    // The commits to remove: the changes themselves, or a redo of exactly these changes.
    let top = try repository.commit(tip)
    let run = try top.id == newest.id ? wanted : redoes(top, just: wanted) ? [top] : []
    guard let target = try commitBefore(run, at: tip) else { return .takeBack(changes) }
    return .move(to: target, over: wanted)
  }

  /// The way to undo given changes of a person who made others since.
  package enum ExactUndo {
    case step(UndoStep)
    /// A later change of the person touched one of the same plans. After a change of the settings,
    /// any later change is an obstacle, because it may need them, as a move needs its column. The
    /// count is the number of all changes back to the given ones.
    case obstacle(Commit, count: Int)
    /// The changes are undone already, or are not in the history.
    case gone
  }

  /// Returns how to undo exactly these changes of a person.
  ///
  /// - Complexity: As `changesToUndo`, and reads the files that the later changes touched.
  package func undoStep(
    exactly changes: [Commit], by person: Person, from tip: ObjectID
  ) throws -> ExactUndo {
    guard let found = try changesToUndo(exactly: changes.map(\.id), by: person, from: tip) else {
      return .gone
    }
    let files = Set(try found.changes.wanted.flatMap { try changedFiles(in: $0).map(\.file) })
    let obstacle = try found.later.first { commit in
      try files.contains(.board)
        || changedFiles(in: commit).contains { files.contains($0.file) }
    }
    guard let obstacle else { return .step(.takeBack(found.changes)) }
    return .obstacle(obstacle, count: found.later.count + found.changes.wanted.count)
  }

  /// Returns the step that redoes the last undo of a person.
  package func redoStep(by person: Person, from tip: ObjectID) throws -> UndoStep {
    try redoStep(by: person, at: RedoPlace(tip))
  }

  /// Returns the number of changes that a person can redo, by one redo after another; at least
  /// `most` if there are as many.
  package func redoableCount(_ most: Int, by person: Person, from tip: ObjectID) throws -> Int {
    var (place, count) = (RedoPlace(tip), 0)
    while count < most {
      let step = try redoStep(by: person, at: place)
      if step.commits.isEmpty { break }
      count += try self.count(redoneBy: step.commits)
      place.pass(step)
    }
    return count
  }

  /// Returns the number of changes that a redo of undos, or of lost changes, brings back.
  private func count(redoneBy commits: [Commit]) throws -> Int {
    var changes: Set<ObjectID> = []
    for commit in commits {
      let undone = try commitsIfThere(undoing(in: commit)?.undoes ?? []).map(\.id)
      changes.formUnion(undone.isEmpty ? [commit.id] : undone)
    }
    return changes.count
  }

  private func redoStep(by person: Person, at place: RedoPlace) throws -> UndoStep {
    if let step = try redoOfAbandoned(by: person, at: place) { return step }
    if place.hasNewChanges { return .again([]) }
    let changes = try changesToRedo(by: person, from: place.newest, besides: place.redone)
    if changes.wanted.count == 1, place.isTip, try canGoBack(from: place.start),
      let target = try commitBefore(changes.wanted, at: place.newest)
    {
      return .move(to: target, over: changes.wanted)
    }
    return .takeBack(changes)
  }

  /// Whether a commit redid exactly the given changes.
  private func redoes(_ commit: Commit, just changes: [Commit]) throws -> Bool {
    guard let undos = try undoing(in: commit)?.redoes, !undos.isEmpty else { return false }
    var undone: Set<ObjectID> = []
    for undo in try commitsIfThere(undos) {
      undone.formUnion(try undoing(in: undo)?.undoes ?? [])
    }
    return undone == Set(changes.map(\.id))
  }

  // MARK: - Unshared commits

  /// Whether the local branch can move back. Other clones must read the board from a remote and not
  /// from this clone, and the reflog must keep the removed commits.
  ///
  /// Without a remote the branch never moves back, because other people may read this repository.
  /// If nobody else does, there are no merges, so undoing by a new commit causes no conflicts.
  private func canGoBack(from tip: ObjectID) throws -> Bool {
    guard repository.workTree != nil, try localTip() == tip, try trackingTip() != nil,
      try seesPushesByHand()
    else { return false }
    let moves = try repository.reflog(of: branch)
    return moves.first?.target == tip
  }

  /// Whether a `git push` of the board by hand would be noticed, whichever remote it goes to. git
  /// records a push in a remote-tracking branch only if a configured refspec includes the branch.
  /// After a clone with `--depth` or `--single-branch`, the refspec does not include it.
  private func seesPushesByHand() throws -> Bool {
    for remote in try repository.remoteNames() {
      guard let noted = try repository.trackingReference(of: branch, on: remote),
        noted == trackingBranch(on: remote)
      else { return false }
    }
    return true
  }

  /// Returns the commits of the board that were last fetched from or pushed to each remote. They
  /// include the last sent commit, whose push may not be answered yet.
  private func otherTips() throws -> [ObjectID] {
    let sent = try sentFile.read().flatMap { ObjectID(hex: $0) }.flatMap { id in
      try commitIfThere(id)?.id
    }
    var tips = [sent].compactMap(\.self)
    for remote in try repository.remoteNames() {
      guard let branch = trackingBranch(on: remote), let tip = try repository.reference(branch)
      else { continue }
      tips.append(tip)
    }
    return tips
  }

  /// Returns the commit before a run of commits that ends at the tip.
  ///
  /// Returns nil in these cases: the commits are not such a run; one of them is a merge; one has
  /// changes that pmgit did not make; other clones may have one of them.
  ///
  /// - Parameter run: The commits, newest first.
  private func commitBefore(_ run: [Commit], at tip: ObjectID) throws -> ObjectID? {
    var next = tip
    for commit in run {
      guard commit.id == next, commit.parents.count == 1, try isOfPmgit(commit) else { return nil }
      next = commit.parents[0]
    }
    guard let oldest = run.last else { return nil }
    for known in try otherTips() where try isAncestor(oldest.id, of: known) { return nil }
    return next
  }

  /// Whether a commit changed only plans and settings, or added files to plans, and restored no
  /// broken file.
  private func isOfPmgit(_ commit: Commit) throws -> Bool {
    guard commit.restoredPlans.isEmpty, let old = try parentTree(of: commit) else { return false }
    return try repository.treeDifferences(from: old, to: commit.tree)
      .allSatisfy { BoardFile(path: $0.path) != nil || FileContent.isAdded(by: $0) }
  }
}

extension Commit {
  /// Whether a person is the author.
  func isBy(_ person: Person) -> Bool {
    Person(name: author.name, email: author.email).isSame(as: person)
  }
}
