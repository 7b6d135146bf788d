import Git
import PlanModel

/// What the branch went back over, as the reflog tells.
extension BoardStore {
  /// Commits over which an undo moved the branch back.
  struct LeftBehind {
    /// Where the branch was.
    let origin: ObjectID
    /// Where it went.
    let target: ObjectID
    /// Newest first.
    let commits: [Commit]
  }

  /// What a person's last undo went back over, if it was that and they have changed nothing since in
  /// this clone, as the reflog tells.
  func leftBehind(
    by person: Person, at tip: ObjectID
  ) throws(StoreError) -> LeftBehind? {
    var redone = 0
    for move in try git({ () throws(GitError) in try repository.reflog(of: branch) }) {
      switch BranchMove(move.reason) {
      case .sharing: continue
      case .redo: redone += 1
      case .undo where redone > 0: redone -= 1
      case .undo:
        guard try hasOnlyOthers(tip, since: move.target, besides: person),
          let commits = try ownCommits(from: move.origin, to: move.target, by: person)
        else { return nil }
        return LeftBehind(origin: move.origin, target: move.target, commits: commits)
      case .other: return nil
      }
    }
    return nil
  }

  /// Whether a commit follows from another one by nothing but what others did and merges.
  private func hasOnlyOthers(
    _ tip: ObjectID, since start: ObjectID, besides person: Person
  ) throws(StoreError) -> Bool {
    guard try commitIfThere(start) != nil, try isAncestor(start, of: tip) else { return false }
    return try walk(from: [tip, start]) { () throws(GitError) in
      for id in try repository.commits(from: [tip], hiding: [start]) {
        let commit = try repository.commit(id)
        if commit.parents.count < 2, commit.isBy(person), commit.takenBack.isEmpty { return false }
      }
      return true
    }
  }

  /// The commits from one down to an ancestor, if they are a person's, one after the other.
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
