import Git
package import PlanModel

/// Taking back changes that no other clone can have seen.
///
/// A commit that takes a change back leaves its mark: a value that comes back is a new element, and
/// stands beside the values that others write meanwhile. Putting the old element back would fail,
/// since an element that was replaced counts as replaced. But a change that has never left this
/// clone can be left out of the history altogether: the branch moves back, by compare-and-swap as
/// always. The reflog keeps the commits, from which a redo finds them.
extension BoardStore {
  /// Returns the step that undoes the last changes of a person.
  ///
  /// - Returns: A step for fewer than `count` changes if there are no more.
  package func undoStep(
    _ count: Int, by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoStep {
    let changes = try changesToUndo(count, by: person, from: tip)
    let wanted = changes.wanted
    guard wanted.count == count, let newest = wanted.first, try canGoBack(from: tip) else {
      return .takeBack(changes)
    }
    // The redo that brought exactly these changes back, or the changes themselves.
    let top = try repository.commit(tip)
    let run = try top.id == newest.id ? wanted : redoes(top, just: wanted) ? [top] : []
    guard let target = try commitBefore(run, at: tip) else { return .takeBack(changes) }
    return .move(to: target, over: wanted)
  }

  /// Returns the step that redoes the last undo of a person.
  package func redoStep(by person: Person, from tip: ObjectID) throws(StoreError) -> UndoStep {
    if let left = try leftBehind(by: person, at: tip) {
      return left.target == tip
        ? .move(to: left.origin, over: left.commits) : .again(left.commits)
    }
    let changes = try changesToRedo(by: person, from: tip)
    if changes.wanted.count == 1, try canGoBack(from: tip),
      let target = try commitBefore(changes.wanted, at: tip)
    {
      return .move(to: target, over: changes.wanted)
    }
    return .takeBack(changes)
  }

  /// Whether a commit redid undos of certain changes and of no others.
  private func redoes(_ commit: Commit, just changes: [Commit]) throws(StoreError) -> Bool {
    guard let undos = try undoing(in: commit)?.redoes, !undos.isEmpty else { return false }
    var undone: Set<ObjectID> = []
    for undo in try commitsIfThere(undos) {
      undone.formUnion(try undoing(in: undo)?.undoes ?? [])
    }
    return undone == Set(changes.map(\.id))
  }

  // MARK: - Unshared commits

  /// Whether the branch here can move back: other clones read the board from a remote and not from
  /// here, and the reflog keeps the commits that the branch leaves.
  ///
  /// Without a remote, other people may read this very repository; if they don't, no merge comes
  /// that could conflict.
  private func canGoBack(from tip: ObjectID) throws(StoreError) -> Bool {
    guard repository.workTree != nil, try localTip() == tip, try trackingTip() != nil,
      try seesPushesByHand()
    else { return false }
    let moves = try repository.reflog(of: branch)
    return moves.first?.target == tip
  }

  /// Whether a plain `git push` of the board to any remote can be seen here: git notes it in a
  /// remote-tracking branch only if a configured refspec names one, which that of a clone with
  /// `--depth` or `--single-branch` does not.
  private func seesPushesByHand() throws(StoreError) -> Bool {
    for remote in try repository.remoteNames() {
      guard let noted = try repository.trackingReference(of: branch, on: remote),
        noted == trackingBranch(on: remote)
      else { return false }
    }
    return true
  }

  /// The remotes' commits of the board, as last fetched or pushed, and the commit that was sent
  /// last: the answer to that push may be on the way, or lost.
  private func tipsElsewhere() throws(StoreError) -> [ObjectID] {
    let sent = try SentNote(in: lockFolder, board: name).read().flatMap { id throws(StoreError) in
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

  /// The commit below an unbroken run of commits at the tip; nil if moving back to it would remove
  /// more than pmgit's own changes, or a commit that others have seen.
  ///
  /// - Parameter run: Newest first.
  private func commitBefore(
    _ run: [Commit], at tip: ObjectID
  ) throws(StoreError) -> ObjectID? {
    var next = tip
    for commit in run {
      guard commit.id == next, commit.parents.count == 1, try isOfPmgit(commit) else { return nil }
      next = commit.parents[0]
    }
    guard let oldest = run.last else { return nil }
    for known in try tipsElsewhere() where try isAncestor(oldest.id, of: known) { return nil }
    return next
  }

  /// Whether a commit changed only plans and settings, and put no broken file back.
  private func isOfPmgit(_ commit: Commit) throws(StoreError) -> Bool {
    guard commit.restoredPlans.isEmpty, let parent = commit.parents.first else { return false }
    let old = try repository.commit(parent).tree
    return try repository.treeDifferences(from: old, to: commit.tree)
      .allSatisfy { BoardFile(path: $0.path) != nil }
  }
}

extension BoardStore {
  /// Returns a commit that `git gc` may have removed, or that a trailer names; nil if it is
  /// missing.
  func commitIfThere(_ id: ObjectID) throws(StoreError) -> Commit? {
    do {
      return try repository.git.commit(id)
    } catch {
      guard error.code == .notFound else { throw .git(error) }
      return nil
    }
  }

  /// Returns those of some commits that are in this clone, in their order.
  func commitsIfThere(_ ids: [ObjectID]) throws(StoreError) -> [Commit] {
    var commits: [Commit] = []
    for id in ids {
      if let commit = try commitIfThere(id) { commits.append(commit) }
    }
    return commits
  }
}

extension Commit {
  /// Whether a person is the author.
  func isBy(_ person: Person) -> Bool {
    Person(name: author.name, email: author.email).isSame(as: person)
  }
}
