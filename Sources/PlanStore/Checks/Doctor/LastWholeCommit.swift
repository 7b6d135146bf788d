import Git

/// An older commit of the board whose objects are all readable.
package struct WholeCommit: Sendable {
  package enum Source: Sendable {
    /// The reflog of the board's branch names it.
    case reflog
    /// The remote-tracking branch or its reflog names it.
    case remote
    /// It is an ancestor of the damaged commit.
    case history
  }

  package let commit: Commit
  package let source: Source
}

extension BoardStore {
  /// Finds the newest whole commit. Searches the branch's reflog, the fetched commits, and the
  /// ancestors of the damaged commit.
  ///
  /// - Returns: nil if no whole commit was found.
  /// - Complexity: Checks each candidate, but reads shared objects once.
  func lastWholeCommit(
    before damaged: ObjectID, _ check: inout ObjectCheck
  ) throws(StoreError) -> WholeCommit? {
    var candidates: [(id: ObjectID, source: WholeCommit.Source)] = []
    let past = try repository.reflog(of: branch).map(\.target)
    candidates += past.map { ($0, .reflog) }
    if let tracking = trackingBranch {
      let known =
        try [repository.reference(tracking)].compactMap(\.self)
        + repository.reflog(of: tracking).map(\.target)
      candidates += known.map { ($0, .remote) }
    }
    candidates += readableHistory(of: damaged).map { ($0, .history) }

    let whole = check.wholeCommits(among: candidates.map(\.id))
    // An ancestor of another whole commit is not the newest. The times of commits can't decide
    // that, as clocks may be wrong.
    let held = ancestors(of: whole)
    var newest: WholeCommit?
    for (id, source) in candidates where whole.contains(id) && !held.contains(id) {
      let commit = try repository.commit(id)
      if newest.map({ $0.commit.committer.seconds < commit.committer.seconds }) ?? true {
        newest = WholeCommit(commit: commit, source: source)
      }
    }
    return newest
  }

  /// Returns the proper ancestors of some commits. They include one of the commits only if it is an
  /// ancestor of another.
  private func ancestors(of commits: Set<ObjectID>) -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var waiting = Array(commits)
    while let id = waiting.popLast() {
      let parents = (try? repository.commit(id))?.parents ?? []  // All of them are readable.
      waiting += parents.filter { found.insert($0).inserted }
    }
    return found
  }

  /// Returns the commits that can be reached from `head`, children before parents along each line.
  private func readableHistory(of head: ObjectID) -> [ObjectID] {
    var found = [head]
    var seen: Set = [head]
    var next = 0
    while next < found.count {
      // The parents of an unreadable commit are unknown, so the search ends there.
      let parents = (try? repository.commit(found[next]))?.parents ?? []
      found += parents.filter { seen.insert($0).inserted }
      next += 1
    }
    return found
  }
}
