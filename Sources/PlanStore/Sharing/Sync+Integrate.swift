import Git
import PlanModel

/// Merging the fetched commits with the board here.
extension BoardStore {
  /// Merges a fetched head into the local branch.
  ///
  /// - Parameters:
  ///   - theirs: The remote's commit, or nil if it has none.
  ///   - formerHead: The remote's commit before the fetch. If the remote was rewritten, its older
  ///     commits are merged too, so that no shared commit is lost.
  func integrate(
    _ theirs: ObjectID?, formerHead: ObjectID?, adding earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> SyncResult? {
    guard let theirs else { return earlier }
    let older = try check(theirs, formerHead: formerHead)
    return try await integrateHead(theirs, older, after: earlier, person: person)
  }

  /// Checks a fetched head before it is used, and before the lock is taken, so that a head that
  /// takes long to check keeps no other writer waiting.
  ///
  /// - Returns: The remote's former head, if its branch was rewritten and that head can be merged.
  func check(_ theirs: ObjectID, formerHead: ObjectID?) throws(StoreError) -> ObjectID? {
    let known = try headKnown(beside: theirs)
    try check(theirs, knowing: known)
    defer { checkedHead = theirs }
    guard let seen = formerHead, seen != theirs else { return nil }
    guard try isSound(seen, knowing: known) else { return nil }
    return try relation(of: theirs, to: seen).hasOther ? nil : seen
  }

  /// The head that was checked before; its part of a fetched head's history is not checked again.
  private func headKnown(beside theirs: ObjectID) throws(StoreError) -> ObjectID? {
    guard let local = try localTip() else { return checkedHead }
    // The local branch includes this head, so its faults were mended since.
    guard let checkedHead, try !relation(of: local, to: theirs).hasOther else { return local }
    // After a lost race only the winner's commits are new.
    return checkedHead
  }

  /// Merges a checked head into the local branch, and then the remote's head before it was
  /// rewritten.
  func integrateHead(
    _ theirs: ObjectID, _ older: ObjectID?, after earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> SyncResult {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    let result = try await integrateHead(theirs, after: earlier, person: person)
    guard let older, try await hasNews(older, for: result.commit) else { return result }
    return try await integrateHead(older, after: result, person: person)
  }

  /// Whether the remote's former head has content that a commit lacks.
  ///
  /// A remote that adopted another head has a rewritten branch, whose former head has the same
  /// content. Merging that head would mean to adopt it back.
  private func hasNews(
    _ former: ObjectID, for commit: ObjectID
  ) async throws(StoreError) -> Bool {
    switch try relation(of: commit, to: former) {
    case .same, .ahead: return false
    case .behind: return true
    case .diverged: if try !onlyMerges(former, without: commit) { return true }
    }
    let merged = try await merge(commit, former, as: nil)
    return merged.tree != (try repository.commit(commit)).tree
  }

  /// Whether a former head of the remote can be merged; a broken one is ignored.
  private func isSound(_ head: ObjectID, knowing known: ObjectID?) throws(StoreError) -> Bool {
    do {
      try check(head, knowing: known)
      return true
    } catch {
      switch error {
      case .unsafeHead, .formatTooNew: return false
      default: throw error
      }
    }
  }

  /// Merges one checked head into the local branch, again if the branch moved meanwhile.
  private func integrateHead(
    _ theirs: ObjectID, after earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> SyncResult {
    var patience = patienceHere()
    while true {
      let local = try localTip()
      guard let local else {
        let result = SyncResult(
          kind: .fastForward, commit: theirs, fetched: try count(theirs, without: nil))
        let reflog = "pmgit: take up \(settings.remote ?? "")"
        let moved = try await moveBranch(
          to: theirs, expecting: nil, reflog: reflog, who: machine)
        if moved == .moved { return result }
        try await waitForTurn(&patience)
        continue
      }
      let next = try await join(local, theirs, person: person)
      if let next {
        let moved = try await moveBranch(
          to: next.commit, expecting: local, reflog: "pmgit: sync (\(next.kind.rawValue))",
          who: machine)
        guard moved == .moved else {
          try await waitForTurn(&patience)
          continue
        }
      }
      return (next ?? SyncResult(commit: local)).following(earlier)
    }
  }

  var machine: Signature { NewBoard.machine(seconds: 0) }

  /// Returns the commit that holds both heads; nil if `local` does already.
  func join(
    _ local: ObjectID, _ theirs: ObjectID, person: Signature?
  ) async throws(StoreError) -> SyncResult? {
    let relation = try relation(of: local, to: theirs)
    if relation.hasOther { return nil }
    let fetched = try count(theirs, without: local)
    if relation == .behind {
      return SyncResult(kind: .fastForward, commit: theirs, fetched: fetched)
    }
    let merged = try await merge(local, theirs, as: settings.mergesAsUser ? person : nil)
    // Clones that each merge the other's merge would never settle. So a head without content that
    // the remote lacks gives way to the remote's head.
    let theirTree = try repository.commit(theirs).tree
    if merged.tree == theirTree, try onlyMerges(local, without: theirs) {
      return SyncResult(kind: .adopted, commit: theirs, fetched: fetched)
    }
    return SyncResult(
      kind: .merged, commit: merged.commit, fetched: fetched,
      setAside: merged.content.quarantined.map(\.path))
  }

  private func onlyMerges(
    _ local: ObjectID, without theirs: ObjectID
  ) throws(StoreError) -> Bool {
    try requireHistory(of: local, theirs)
    for id in try repository.commits(from: [local], hiding: [theirs])
    where try repository.commit(id).parents.count < 2 {
      return false
    }
    return true
  }

  /// The number of commits in the history of `tip` and not in that of `other`.
  func count(_ tip: ObjectID, without other: ObjectID?) throws(StoreError) -> Int {
    try requireHistory(of: tip, other ?? tip)
    return try repository.commits(from: [tip], hiding: other.map { [$0] } ?? []).count
  }
}
