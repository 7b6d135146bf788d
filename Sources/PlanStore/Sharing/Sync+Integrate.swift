import Git
import PlanModel

/// Merges fetched commits into the local branch.
extension BoardStore {
  /// Merges a fetched head into the local branch.
  ///
  /// - Parameters:
  ///   - theirs: The remote's commit.
  ///   - formerHead: The remote's commit before the fetch. If the remote was rewritten, this is
  ///     merged too, so that no shared commit is lost.
  func integrate(
    _ theirs: ObjectID, formerHead: ObjectID?, person: Signature?
  ) async throws -> SyncResult {
    let older = try check(theirs, formerHead: formerHead)
    return try await integrateHead(theirs, older, after: nil, person: person)
  }

  /// Checks a fetched head before it is used. This is done before the lock is taken, so that a long
  /// check does not block other writers.
  ///
  /// - Returns: The remote's former head, if the remote was rewritten and that head can be merged;
  ///   else nil.
  func check(_ theirs: ObjectID, formerHead: ObjectID?) throws -> ObjectID? {
    let known = try headKnown(beside: theirs)
    try check(theirs, knowing: known)
    defer { checkedHead = theirs }
    guard let seen = formerHead, seen != theirs else { return nil }
    guard try isSound(seen, knowing: known) else { return nil }
    return try relation(of: theirs, to: seen).hasOther ? nil : seen
  }

  /// Returns a head that was checked before, if any. Its history is not checked again.
  private func headKnown(beside theirs: ObjectID) throws -> ObjectID? {
    guard let local = try localTip() else { return checkedHead }
    // If the local branch contains the fetched head, it also contains repairs of that head.
    guard let checkedHead, try !relation(of: local, to: theirs).hasOther else { return local }
    // After a lost race, only the winner's commits are new.
    return checkedHead
  }

  /// Merges a checked head into the local branch. Then merges the former head of a rewritten
  /// remote, if there is one with content of its own.
  func integrateHead(
    _ theirs: ObjectID, _ older: ObjectID?, after earlier: SyncResult?, person: Signature?
  ) async throws -> SyncResult {
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    let result = try await integrateHead(theirs, after: earlier, person: person)
    guard let older, try await hasNews(older, for: result.commit) else { return result }
    return try await integrateHead(older, after: result, person: person)
  }

  /// Whether a rewritten remote's former head has content that a commit lacks.
  ///
  /// If another clone replaced the remote's head by one with the same content, merging the former
  /// head would only restore the replaced commits.
  private func hasNews(_ former: ObjectID, for commit: ObjectID) async throws -> Bool {
    switch try relation(of: commit, to: former) {
    case .same, .ahead: return false
    case .behind: return true
    case .diverged: if try !onlyMerges(former, without: commit) { return true }
    }
    let merged = try await merge(commit, former, as: nil)
    return merged.content.tree != (try repository.commit(commit)).tree
  }

  /// Whether a former head of the remote can be merged. A broken one is ignored.
  private func isSound(_ head: ObjectID, knowing known: ObjectID?) throws -> Bool {
    do {
      try check(head, knowing: known)
      return true
    } catch StoreError.unsafeHead, StoreError.formatTooNew {
      return false
    }
  }

  /// Merges one checked head into the local branch. Retries if the branch moved meanwhile.
  private func integrateHead(
    _ theirs: ObjectID, after earlier: SyncResult?, person: Signature?
  ) async throws -> SyncResult {
    var backoff = localBackoff()
    while true {
      let local = try localTip()
      guard let local else {
        let result = SyncResult(
          kind: .fastForward, commit: theirs, fetched: try count(theirs, without: nil))
        let reflog = "pmgit: fetch \(settings.remote ?? "")"
        let moved = try await moveBranch(to: theirs, expecting: nil, reflog: reflog, who: machine)
        if moved == .moved { return result }
        try await waitForTurn(&backoff)
        continue
      }
      let next = try await join(local, theirs, person: person)
      if let next {
        let moved = try await moveBranch(
          to: next.commit, expecting: local, reflog: "pmgit: sync (\(next.kind.rawValue))",
          who: machine)
        guard moved == .moved else {
          try await waitForTurn(&backoff)
          continue
        }
      }
      return (next ?? SyncResult(commit: local)).following(earlier)
    }
  }

  var machine: Signature { NewBoard.machine(seconds: 0) }

  /// Returns a commit with the content of both heads; nil if `local` contains `theirs`. The commit
  /// is `theirs` if it contains `local`, or if `local` adds only merges without new content; else
  /// it is a new merge.
  func join(_ local: ObjectID, _ theirs: ObjectID, person: Signature?) async throws -> SyncResult? {
    let relation = try relation(of: local, to: theirs)
    if relation.hasOther { return nil }
    let fetched = try count(theirs, without: local)
    if relation == .behind {
      return SyncResult(kind: .fastForward, commit: theirs, fetched: fetched)
    }
    let merged = try await merge(local, theirs, as: settings.mergesAsUser ? person : nil)
    // Two clones that merge each other's merges would never finish. So a local head with only
    // merges and no new content is replaced by the remote's head.
    let theirTree = try repository.commit(theirs).tree
    if merged.content.tree == theirTree, try onlyMerges(local, without: theirs) {
      return SyncResult(kind: .adopted, commit: theirs, fetched: fetched)
    }
    return SyncResult(
      kind: .merged, commit: merged.commit, fetched: fetched,
      setAside: merged.content.quarantined.map(\.path))
  }

  private func onlyMerges(_ local: ObjectID, without theirs: ObjectID) throws -> Bool {
    try requireHistory(of: local, theirs)
    return try areMerges(repository.commits(from: [local], hiding: [theirs]))
  }

  /// Returns the number of commits in the history of `tip` but not of `other`.
  func count(_ tip: ObjectID, without other: ObjectID?) throws -> Int {
    try requireHistory(of: tip, other ?? tip)
    return try repository.commits(from: [tip], hiding: other.map { [$0] } ?? []).count
  }

  /// Merges the fetched commits into the local branch, without the network.
  ///
  /// - Parameter person: The user's signature, as in `sync`.
  /// - Returns: nil if there is nothing to merge, or if there is no local branch. Without a local
  ///   branch, commands show the fetched board anyway.
  /// - Complexity: Reads only two references if they are equal.
  package func integrateFetched(person: Signature?) async throws -> SyncResult? {
    guard let local = try localTip(), let theirs = try trackingTip(),
      try !relation(of: local, to: theirs).hasOther
    else { return nil }
    return try await integrate(theirs, formerHead: nil, person: person)
  }
}
