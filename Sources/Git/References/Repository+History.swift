import CGit2

/// The order in which a walk visits commits.
package enum CommitOrder: Sendable {
  /// By the committer's time, newest first. The walk begins before all commits are read. If clocks
  /// were wrong, a parent may come before its child.
  case newestFirst

  /// Children always before their parents, and otherwise newest first. The whole history is read
  /// before the first commit.
  case topological
}

extension Repository {
  /// Returns the best common ancestors of two commits, sorted by id. The result is empty if the
  /// histories are unrelated. If one commit is an ancestor of the other, the result is that commit.
  ///
  /// After a criss-cross merge there are several:
  ///
  ///     A───C───E      C and D both merge A and B,
  ///       ╳            so A and B are both bases of E and F.
  ///     B───D───F
  ///
  /// - Throws: `GitError` with code `.notFound` if a commit does not exist.
  ///
  /// The C function is `git_merge_bases`.
  package func mergeBases(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> [ObjectID] {
    try requireObjects([one, other])
    readCommitGraph(unlessNear: [one], [other])
    var (oneRaw, otherRaw) = (one.raw, other.raw)
    var found = git_oidarray()
    let status = git_merge_bases(&found, handle.raw, &oneRaw, &otherRaw)
    if status == GIT_ENOTFOUND.rawValue { return [] }
    try check(status, "find the merge bases of \(one) and \(other)")
    defer { git_oidarray_dispose(&found) }
    return UnsafeBufferPointer(start: found.ids, count: found.count).map { ObjectID($0) }.sorted()
  }

  /// Returns whether two commits are the same or `ancestor` is in the history of `descendant`.
  ///
  /// - Throws: `GitError` with code `.notFound` if a commit does not exist.
  ///
  /// The C function is `git_graph_descendant_of`.
  package func isAncestor(_ ancestor: ObjectID, of descendant: ObjectID) throws(GitError) -> Bool {
    try requireObjects([ancestor, descendant])
    if ancestor == descendant { return true }
    readCommitGraph(unlessNear: [descendant], [ancestor])
    var (ancestorRaw, descendantRaw) = (ancestor.raw, descendant.raw)
    let status = git_graph_descendant_of(handle.raw, &descendantRaw, &ancestorRaw)
    try check(status, "find out whether \(descendant) descends from \(ancestor)")
    return status == 1
  }

  /// Returns how many commits only `local` has, and how many only `upstream` has.
  ///
  /// - Throws: `GitError` with code `.notFound` if a commit does not exist.
  ///
  /// The C function is `git_graph_ahead_behind`.
  package func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    try requireObjects([local, upstream])
    readCommitGraph(unlessNear: [local], [upstream])
    var (localRaw, upstreamRaw) = (local.raw, upstream.raw)
    var (ahead, behind) = (0, 0)
    try check(
      git_graph_ahead_behind(&ahead, &behind, handle.raw, &localRaw, &upstreamRaw),
      "compare the histories of \(local) and \(upstream)")
    return (ahead, behind)
  }

  /// Returns the commits reachable from `tips` but not from `hidden`.
  ///
  /// Unlike `visitCommits`, the result is exact even if the commits' times are wrong.
  ///
  /// - Parameter limit: The largest number of commits to return; `nil` for all.
  /// - Throws: The errors of `visitCommits`.
  /// - Complexity: That of `visitCommits`. With `hidden`, each found commit is read once more. If
  ///   clocks were wrong, or if more than 16 found commits have no found parent, the whole hidden
  ///   history is read too.
  package func commits(
    from tips: [ObjectID], hiding hidden: [ObjectID] = [], limit: Int? = nil,
    order: CommitOrder = .newestFirst
  ) throws(GitError) -> [ObjectID] {
    var commits: [ObjectID] = []
    if limit == 0 { return commits }
    try visitCommits(from: tips, hiding: hidden, order: order) { id throws(GitError) in
      commits.append(id)
      return commits.count != limit
    }
    return hidden.isEmpty ? commits : try leavingOut(historyOf: hidden, commits)
  }

  /// Removes commits of the hidden history that a walk returned by mistake.
  ///
  /// The walk goes by time and stops, as git's does, when all remaining commits seem to be hidden.
  /// If a hidden commit has a much older time than its parents, the walk may stop too early to see
  /// that the parents' history is hidden.
  private func leavingOut(
    historyOf hidden: [ObjectID], _ commits: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    let found = Set(commits)
    // If any found commit is in the hidden history, so is one without found parents.
    var lowest: [ObjectID] = []
    for id in commits where try parents(of: id).allSatisfy({ !found.contains($0) }) {
      lowest.append(id)
    }
    guard try isAny(of: lowest, inHistoryOf: hidden) else { return commits }
    var history: Set<ObjectID> = []
    try visitCommits(from: hidden) { id throws(GitError) in
      history.insert(id)
      return true
    }
    return commits.filter { !history.contains($0) }
  }

  private func isAny(
    of commits: [ObjectID], inHistoryOf hidden: [ObjectID]
  ) throws(GitError) -> Bool {
    // Each commit needs a search, so for many commits reading the whole history is faster.
    if commits.count > 16 { return true }
    for commit in commits {
      for other in hidden where try isAncestor(commit, of: other) { return true }
    }
    return false
  }

  /// Calls `visit` with each commit reachable from `tips` but not from `hidden`, until `visit`
  /// returns `false`.
  ///
  /// - Throws: The error of `visit`. `GitError` with code `.notFound` if a tip or hidden commit
  ///   does not exist, or at the end of the history of a shallow clone.
  /// - Complexity: One object read for each commit.
  ///
  /// The C functions are `git_revwalk_push`, `git_revwalk_hide` and `git_revwalk_next`.
  package func visitCommits(
    from tips: [ObjectID], hiding hidden: [ObjectID] = [], order: CommitOrder = .newestFirst,
    _ visit: (ObjectID) throws(GitError) -> Bool
  ) throws(GitError) {
    readCommitGraph(unlessNear: tips, hidden)
    let walk = try Handle("walk the history", git_revwalk_free) { git_revwalk_new($0, handle.raw) }
    let sorting =
      switch order {
      case .newestFirst: GIT_SORT_TIME.rawValue
      case .topological: GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
      }
    try check(git_revwalk_sorting(walk.raw, sorting), "sort the history")
    for tip in tips {
      var raw = tip.raw
      try check(git_revwalk_push(walk.raw, &raw), "walk the history from \(tip)")
    }
    for commit in hidden {
      var raw = commit.raw
      try check(git_revwalk_hide(walk.raw, &raw), "leave out the history of \(commit)")
    }
    var next = git_oid()
    while true {
      let status = git_revwalk_next(&next, walk.raw)
      if status == GIT_ITEROVER.rawValue { return }
      try check(status, "walk the history")
      if try !visit(ObjectID(next)) { return }
    }
  }

  /// Throws an error with the code `.notFound` for the first missing object. libgit2's walks would
  /// fail without that code.
  private func requireObjects(_ ids: [ObjectID]) throws(GitError) {
    for id in ids { _ = try objectHeader(id) }
  }
}
