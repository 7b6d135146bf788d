import Git

/// A commit of the board that is whole, where the newest one is not.
package struct WholeCommit: Sendable {
  package enum Source: Sendable {
    /// The reflog of the board's branch names it.
    case reflog
    /// The remote-tracking branch names it, or did.
    case remote
    /// It is an ancestor of the damaged commit.
    case history
  }

  package let commit: Commit
  package let source: Source
}

extension BoardStore {
  /// Finds the newest whole commit among the former places of the branch, the commits last fetched
  /// from the remote, and the ancestors of the damaged commit.
  ///
  /// - Returns: nil if no whole commit was found.
  /// - Complexity: As checking each of them, but shared objects are read once.
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
    // By the graph and not by the time, which a wrong clock may have written: an ancestor of
    // another whole commit is not the newest.
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

  /// The proper ancestors of some commits; one of the commits is among them only as the ancestor of
  /// another.
  private func ancestors(of commits: Set<ObjectID>) -> Set<ObjectID> {
    var found: Set<ObjectID> = []
    var waiting = Array(commits)
    while let id = waiting.popLast() {
      let parents = (try? repository.commit(id))?.parents ?? []  // They are whole, and so readable.
      waiting += parents.filter { found.insert($0).inserted }
    }
    return found
  }

  /// The commits that can still be reached, children before parents along each line.
  private func readableHistory(of head: ObjectID) -> [ObjectID] {
    var found = [head]
    var seen: Set = [head]
    var next = 0
    while next < found.count {
      // A commit that can't be read has no known parents: the search ends at the damage.
      let parents = (try? repository.commit(found[next]))?.parents ?? []
      found += parents.filter { seen.insert($0).inserted }
      next += 1
    }
    return found
  }
}
