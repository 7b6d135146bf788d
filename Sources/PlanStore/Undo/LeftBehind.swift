import Git
import PlanModel

/// The commits that an undo removed from the branch, from the reflog.
extension BoardStore {
  /// The commits that an undo's move of the branch left behind.
  struct LeftBehind {
    /// The commit of the branch before the undo.
    let origin: ObjectID
    /// The commit to which it moved.
    let target: ObjectID
    /// Newest first.
    let commits: [Commit]
  }

  /// The commits that a person's last undo left behind, if it moved the branch and the person has
  /// changed nothing in this clone since.
  func leftBehind(
    by person: Person, at tip: ObjectID
  ) throws(StoreError) -> LeftBehind? {
    var redone = 0
    for move in try repository.reflog(of: branch) {
      guard let way = BranchMove(move.reason), try isMade(move, by: person) else { continue }
      switch way {
      case .redo: redone += 1
      case .undo where redone > 0: redone -= 1
      case .undo:
        guard try hasOnlyOthers(tip, since: move.target, besides: person) else { return nil }
        // Else a commit undid what was shared.
        return try ownCommits(from: move.origin, to: move.target, by: person).map {
          LeftBehind(origin: move.origin, target: move.target, commits: $0)
        }
      }
    }
    return nil
  }

  /// Whether a person has made the commit to which the branch moved forward, or from which it went back.
  /// Others may undo and redo in the same clone, as with '--as'.
  private func isMade(_ move: ReferenceMove, by person: Person) throws(StoreError) -> Bool {
    guard let origin = try commitIfThere(move.origin), let target = try commitIfThere(move.target)
    else { return false }
    return try (isAncestor(origin.id, of: target.id) ? target : origin).isBy(person)
  }

  /// Whether only merges, undos, and the commits of others and of hooks came since a commit. An undo by
  /// another person may have left the commit itself behind.
  private func hasOnlyOthers(
    _ tip: ObjectID, since start: ObjectID, besides person: Person
  ) throws(StoreError) -> Bool {
    guard try commitIfThere(start) != nil else { return false }
    try requireHistory(of: tip, start)
    var own: [Commit] = []
    for id in try repository.commits(from: [tip], hiding: [start]) {
      let commit = try repository.commit(id)
      if commit.parents.count < 2, commit.isBy(person), !commit.isByHook { own.append(commit) }
    }
    for commit in own where try undoing(in: commit) == nil { return false }
    return true
  }

  /// The commits from one down to an ancestor; nil unless all of them are the person's, in one
  /// line.
  private func ownCommits(
    from newest: ObjectID, to end: ObjectID, by person: Person
  ) throws(StoreError) -> [Commit]? {
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
