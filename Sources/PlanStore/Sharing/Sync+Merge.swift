import Git
import PlanModel

/// Merges fetched commits into the local branch.
extension BoardStore {
  /// Checks a fetched head and merges it into the local branch.
  ///
  /// - Parameter former: The remote's head before the fetch.
  func checkAndMerge(
    _ theirs: ObjectID, former: ObjectID?, person: Signature?
  ) async throws -> SyncResult {
    let former = try check(theirs, former: former)
    return try await mergeIntoBranch(theirs, former: former, person: person)
  }

  /// Checks a fetched head before it is used. This is done before the lock is taken, so that a long
  /// check does not block other writers.
  ///
  /// - Returns: The remote's former head, if the remote was rewritten and that head can be merged;
  ///   else nil.
  func check(_ theirs: ObjectID, former: ObjectID?) throws -> ObjectID? {
    let checked = try headChecked(before: theirs)
    try check(theirs, except: checked)
    defer { checkedHead = theirs }
    guard let former, former != theirs, try isSound(former, except: checked) else { return nil }
    return try relation(of: theirs, to: former).hasOther ? nil : former
  }

  /// Returns a head that was checked before, if any. Its history is not checked again.
  private func headChecked(before theirs: ObjectID) throws -> ObjectID? {
    guard let local = try localTip() else { return checkedHead }
    // If the local branch contains the fetched head, it also contains repairs of that head.
    guard let checkedHead, try !relation(of: local, to: theirs).hasOther else { return local }
    // After a lost race, only the winner's commits are new.
    return checkedHead
  }

  /// Merges a checked head into the local branch.
  ///
  /// - Parameter former: The former head of a rewritten remote. If it has content of its own, it is
  ///   merged too, so that no shared commit is lost.
  func mergeIntoBranch(
    _ theirs: ObjectID, former: ObjectID? = nil, person: Signature?
  ) async throws -> SyncResult {
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    let result = try await mergeHead(theirs, person: person)
    guard let former, try await hasNews(former, for: result.commit) else { return result }
    return try await mergeHead(former, person: person).following(result)
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
  private func isSound(_ head: ObjectID, except checked: ObjectID?) throws -> Bool {
    do {
      try check(head, except: checked)
      return true
    } catch StoreError.unsafeHead, StoreError.formatTooNew, StoreError.elsewhere {
      return false
    }
  }

  /// Merges one checked head into the local branch. Retries if the branch moved meanwhile.
  private func mergeHead(_ theirs: ObjectID, person: Signature?) async throws -> SyncResult {
    var backoff = localBackoff()
    while true {
      let local = try localTip()
      let result = try await merged(local, theirs, person: person)
      if result.kind == .upToDate { return result }
      let step = local == nil ? "fetch \(settings.remote ?? "")" : "sync (\(result.kind.rawValue))"
      let moved = try await moveBranch(
        to: result.commit, expecting: local, reflog: "pmgit: \(step)", who: machine)
      if moved == .moved { return result }
      try await waitForTurn(&backoff)
    }
  }

  var machine: Signature { NewBoard.machine(seconds: 0) }

  /// Returns a commit with the content of both heads. The commit is `local` if it contains
  /// `theirs`. It is `theirs` if that contains `local`, if there is no local branch, or if `local`
  /// adds only merges without new content. Otherwise it is a new merge.
  func merged(
    _ local: ObjectID?, _ theirs: ObjectID, person: Signature?
  ) async throws -> SyncResult {
    guard let local else {
      let fetched = try count(theirs, without: nil)
      return SyncResult(kind: .fastForward, commit: theirs, fetched: fetched)
    }
    let relation = try relation(of: local, to: theirs)
    if relation.hasOther { return SyncResult(commit: local) }
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
  package func mergeFetched(person: Signature?) async throws -> SyncResult? {
    guard let local = try localTip(), let theirs = try trackingTip(),
      try !relation(of: local, to: theirs).hasOther
    else { return nil }
    return try await checkAndMerge(theirs, former: nil, person: person)
  }
}
