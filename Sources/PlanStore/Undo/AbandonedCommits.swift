import Git
import PlanModel

/// Finds the commits that an undo removed from the branch, from the reflog.
extension BoardStore {
  /// Returns the step that redoes the changes that the branch lost by a person's last undo that was
  /// not redone. It is nil if there is no such undo, if the undo made a new commit instead, or if
  /// the person changed something since.
  func redoOfAbandoned(by person: Person, at place: RedoPlace) throws -> UndoStep? {
    // How many redos were read whose undos are still to come.
    var redos = place.redos
    // The commit of the branch before the next newer undo or redo.
    var newer = place.start
    for move in try repository.reflog(of: branch) {
      // The trailing spaces prevent matches of longer words, such as a plan's id.
      let isRedo = move.reason.hasPrefix("pmgit: redo ")
      guard isRedo || move.reason.hasPrefix("pmgit: undo "), try isMade(move, by: person) else {
        continue
      }
      guard try hasOnlyOthers(newer, since: move.target, besides: person) else { return nil }
      newer = move.origin
      if isRedo {
        redos += 1
        continue
      }
      if redos > 0 {
        redos -= 1
        continue
      }
      // Otherwise the undo was a new commit, as the changes were shared.
      guard let lost = try ownCommits(from: move.origin, to: move.target, by: person) else {
        return nil
      }
      if place.isTip, move.target == place.newest { return .move(to: move.origin, over: lost) }
      // A lost redo is made again from the undo that it reverts, which is still in the history.
      return try lost.allSatisfy { try undoing(in: $0) == nil } ? .again(lost) : nil
    }
    return nil
  }

  /// Whether a person made a move of the branch: the author of the newer of its two commits is that
  /// person. Other people may undo and redo in the same clone, for example with '--as'.
  private func isMade(_ move: ReferenceMove, by person: Person) throws -> Bool {
    guard let origin = try commitIfThere(move.origin), let target = try commitIfThere(move.target)
    else { return false }
    return try (isAncestor(origin.id, of: target.id) ? target : origin).isBy(person)
  }

  /// Whether the person made no changes after a commit, except merges, undos, redos, and commits
  /// by hooks and bridges. False if the commit is not in this clone any more, for example after
  /// another person's undo.
  private func hasOnlyOthers(
    _ tip: ObjectID, since start: ObjectID, besides person: Person
  ) throws -> Bool {
    guard try commitIfThere(start) != nil else { return false }
    try requireHistory(of: tip, start)
    var own: [Commit] = []
    for id in try repository.commits(from: [tip], hiding: [start]) {
      let commit = try repository.commit(id)
      guard commit.parents.count < 2, commit.isBy(person), !commit.isSkippedByUndo else { continue }
      own.append(commit)
    }
    for commit in own where try undoing(in: commit) == nil {
      return false
    }
    return true
  }

  /// Returns the commits from `newest` back to its ancestor `end`, without `end`. It is nil unless
  /// they form a line and the person made all of them.
  private func ownCommits(
    from newest: ObjectID, to end: ObjectID, by person: Person
  ) throws -> [Commit]? {
    guard try commitIfThere(newest) != nil, try isAncestor(end, of: newest) else { return nil }
    var commits: [Commit] = []
    var next = newest
    while next != end {
      guard let commit = try commitIfThere(next), commit.parents.count == 1, commit.isBy(person)
      else { return nil }
      commits.append(commit)
      next = commit.parents[0]
    }
    return commits.isEmpty ? nil : commits
  }
}
