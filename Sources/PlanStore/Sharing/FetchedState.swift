import Git
import PlanModel

/// The result of one try of a sync, or of a change that needs the remote's consent: the local board
/// merged with the remote's.
struct FetchedState {
  /// The result of the merge. Its commit contains both boards.
  let result: SyncResult
  /// Whether the local branch contains the result's commit. A merge that must still be pushed is
  /// not in the branch yet. If another clone pushes first, this merge is dropped and a new one is
  /// made. So a history has one merge for each sync and not one for each try.
  let isHere: Bool
  /// The commit of the remote's branch; nil if the remote lacks the board.
  let theirs: ObjectID?
  /// The commit of the local branch at the end of the try, before any push; nil if there is no
  /// branch.
  let local: ObjectID?
}

extension BoardStore {
  /// Fetches the remote's board and merges it with the local one.
  ///
  /// - Parameters:
  ///   - direction: If it has no pull, the remote-tracking branch is used and nothing is fetched.
  ///     If it has no push, the local branch moves at once.
  ///   - earlier: The result of an earlier try of the same command, if that try moved the branch.
  func fetchedState(
    _ direction: SyncDirection, _ remote: Remote, after earlier: SyncResult?, person: Signature?
  ) async throws -> FetchedState {
    let seen = try trackingTip()
    guard direction.pulls else { return try unfetchedState(seen, on: remote, earlier) }
    guard let theirs = try await fetch(remote) else {
      return try unfetchedState(nil, on: remote, earlier)
    }
    do {
      return try await state(
        of: theirs, formerHead: seen, direction, after: earlier, person: person)
    } catch {
      guard try isMissingObjects(error), let theirs = try await fetch(remote, again: true) else {
        throw error
      }
      return try await state(
        of: theirs, formerHead: seen, direction, after: earlier, person: person)
    }
  }

  /// Returns the state with the local board, or with `theirs` if there is no local branch. Nothing
  /// is merged.
  private func unfetchedState(
    _ theirs: ObjectID?, on remote: Remote, _ earlier: SyncResult?
  ) throws -> FetchedState {
    // A clone without changes has no local branch and nothing to push.
    let local = try localTip()
    guard let commit = local ?? theirs else {
      throw StoreError.noRemoteBoard(name, remote: remote.name)
    }
    return FetchedState(
      result: SyncResult(commit: commit).following(earlier), isHere: true, theirs: theirs,
      local: local)
  }

  private func state(
    of theirs: ObjectID, formerHead: ObjectID?, _ direction: SyncDirection,
    after earlier: SyncResult?, person: Signature?
  ) async throws -> FetchedState {
    // Commits of the local branch were checked before they were merged.
    if try localTip() == theirs, formerHead == nil || formerHead == theirs {
      return FetchedState(
        result: SyncResult(commit: theirs).following(earlier), isHere: true, theirs: theirs,
        local: theirs)
    }
    let older = try check(theirs, formerHead: formerHead)
    // The former head of a rewritten remote is merged first, as it may have no other reference.
    if older == nil, direction.pushes, let local = try localTip(),
      let merged = try await join(local, theirs, person: person), merged.kind == .merged
    {
      return FetchedState(
        result: merged.following(earlier), isHere: false, theirs: theirs, local: local)
    }
    let result = try await integrateHead(theirs, older, after: earlier, person: person)
    return FetchedState(result: result, isHere: true, theirs: theirs, local: result.commit)
  }

  /// Pushes a commit that contains the state's result. The local branch does not move yet.
  ///
  /// - Returns: The outcome of the push; `.lostRace` without a push if an undo moved the local
  ///   branch back.
  func share(
    _ commit: ObjectID, of state: FetchedState, with remote: Remote
  ) async throws -> PushOutcome {
    try requireWholeSettings(of: commit, sendingTo: state.theirs)
    if commit != state.result.commit || !state.isHere {
      // This is checked before the push, as an accepted push can't be undone.
      _ = try await worktreesToUpdate(from: try localTip(), to: commit)
    }
    guard try await noteSending(commit, of: state) else {
      return .lostRace(reason: "the branch here went back")
    }
    return try await push(commit, to: remote)
  }

  /// Fails if the settings were broken in this clone, because they must not be pushed. If the
  /// remote's settings are broken too, plans can still be shared.
  private func requireWholeSettings(of local: ObjectID, sendingTo theirs: ObjectID?) throws {
    guard let reason = try snapshot(at: local).brokenSettings else { return }
    if let theirs, try snapshot(at: theirs).brokenSettings != nil { return }
    throw StoreError.brokenSettings(name, reason: reason, by: try breaking(ofSettingsAt: local))
  }

  /// Notes, under the writers' lock, that a commit will be pushed, so that no undo removes it.
  ///
  /// - Returns: Whether the local branch still has the state's commits; false after an undo.
  private func noteSending(_ commit: ObjectID, of state: FetchedState) async throws -> Bool {
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    if let local = state.local {
      guard let tip = try localTip(), try isAncestor(local, of: tip) else { return false }
    }
    sentFile.write("\(commit)")
    return true
  }

  /// Merges a commit of the remote into the local branch.
  func mergeIntoBranch(_ commit: ObjectID, person: Signature?) async throws -> SyncResult {
    try await integrateHead(commit, nil, after: nil, person: person)
  }
}
