import CGit2

/// The order in which a walk visits commits.
package enum CommitOrder: Sendable {
  /// By the committer's time, the newest first: cheap, as it begins before all commits are read. If
  /// clocks were wrong, a parent may come before its child.
  case newestFirst

  /// Every child before its parents, and otherwise the newest first; reads the whole history
  /// before the first commit.
  case topological
}

extension Repository {
  /// Returns the best common ancestors of two commits, sorted by id; none if the histories are
  /// unrelated, and the commit itself if they are the same.
  ///
  /// There is more than one after a criss-cross merge:
  ///
  ///     A───C───E      C and D both merge A and B,
  ///       ╳            so A and B are both bases of E and F.
  ///     B───D───F
  ///
  /// - Throws: `GitError` with code `.notFound` if one of them is not in the repository.
  ///
  /// The C function is `git_merge_bases`.
  package func mergeBases(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> [ObjectID] {
    try requireObjects([one, other])
    var (oneRaw, otherRaw) = (one.raw, other.raw)
    var found = git_oidarray()
    let status = git_merge_bases(&found, raw, &oneRaw, &otherRaw)
    if status == GIT_ENOTFOUND.rawValue { return [] }
    try check(status, "find the merge bases of \(one) and \(other)")
    defer { git_oidarray_dispose(&found) }
    return UnsafeBufferPointer(start: found.ids, count: found.count).map { ObjectID($0) }.sorted()
  }

  /// Returns whether `descendant` is `ancestor` or has it in its history.
  ///
  /// - Throws: `GitError` with code `.notFound` if one of them is not in the repository.
  ///
  /// The C function is `git_graph_descendant_of`.
  package func isAncestor(
    _ ancestor: ObjectID, of descendant: ObjectID
  ) throws(GitError) -> Bool {
    try requireObjects([ancestor, descendant])
    if ancestor == descendant { return true }
    var (ancestorRaw, descendantRaw) = (ancestor.raw, descendant.raw)
    let status = git_graph_descendant_of(raw, &descendantRaw, &ancestorRaw)
    try check(status, "find out whether \(descendant) descends from \(ancestor)")
    return status == 1
  }

  /// Returns how many commits `local` has that `upstream` has not, and the reverse.
  ///
  /// - Throws: `GitError` with code `.notFound` if one of them is not in the repository.
  ///
  /// The C function is `git_graph_ahead_behind`.
  package func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(GitError) -> (ahead: Int, behind: Int) {
    try requireObjects([local, upstream])
    var (localRaw, upstreamRaw) = (local.raw, upstream.raw)
    var (ahead, behind) = (0, 0)
    try check(
      git_graph_ahead_behind(&ahead, &behind, raw, &localRaw, &upstreamRaw),
      "compare the histories of \(local) and \(upstream)")
    return (ahead, behind)
  }

  /// Returns the commits reachable from `tips` and from none of `hidden`.
  ///
  /// The result is exact even if the commits' times are wrong; a walk alone is not.
  ///
  /// - Parameter limit: The most commits to return; `nil` for all.
  /// - Throws: As `visitCommits`.
  /// - Complexity: That of `visitCommits`; if clocks were wrong, one more object read for each
  ///   commit of the hidden history.
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

  /// Returns the commits that a walk has found without those that should have been hidden.
  ///
  /// The walk goes by time and stops, as git's does, when all remaining commits seem to be hidden:
  /// a hidden commit with a time long before its parents' keeps their history from being recognized
  /// as hidden.
  private func leavingOut(
    historyOf hidden: [ObjectID], _ commits: [ObjectID]
  ) throws(GitError) -> [ObjectID] {
    let found = Set(commits)
    // If any found commit is in the hidden history, so is one that has no found parent.
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
    // For many commits, each with a search of its own, reading the whole history is faster.
    if commits.count > 16 { return true }
    for commit in commits {
      for other in hidden where try isAncestor(commit, of: other) { return true }
    }
    return false
  }

  /// Calls `visit` with each commit reachable from `tips` and from none of `hidden`, until it
  /// returns `false`.
  ///
  /// - Throws: The error of `visit`; `GitError` with code `.notFound` if a tip or hidden commit is
  ///   not in the repository, or, in a shallow clone, where history is cut off.
  /// - Complexity: One object read for each commit.
  ///
  /// The C functions are `git_revwalk_push`, `git_revwalk_hide` and `git_revwalk_next`.
  package func visitCommits(
    from tips: [ObjectID], hiding hidden: [ObjectID] = [], order: CommitOrder = .newestFirst,
    _ visit: (ObjectID) throws(GitError) -> Bool
  ) throws(GitError) {
    let walk = try Handle<RevisionWalkKind>("walk the history") { git_revwalk_new($0, raw) }
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

  /// Throws an error with the code `.notFound` for the first missing object; libgit2's own walks
  /// fail without a code then.
  private func requireObjects(_ ids: [ObjectID]) throws(GitError) {
    for id in ids { _ = try objectHeader(id) }
  }
}
