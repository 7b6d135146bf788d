import Git
import PlanModel

/// The result of one try of a sync or a claim: the remote's board and the one here, merged.
struct FetchedState {
  /// The result of the merge; its commit holds both.
  let result: SyncResult
  /// Whether the branch here holds that commit. A merge that is still to be pushed is not in the
  /// branch: after a lost race it is made anew, and was never on any board. So a history has one
  /// merge for each sync, and not one for each try.
  let isHere: Bool
  /// The commit of the remote's branch; nil if it has none.
  let theirs: ObjectID?
  /// The commit of the branch here before the try; nil if there was none.
  let local: ObjectID?
}

extension BoardStore {
  /// Fetches, and merges the remote's board with the one here.
  ///
  /// - Parameters:
  ///   - direction: Without a pull, the remote-tracking branch stands for the remote; without a
  ///     push, the branch here moves at once.
  ///   - earlier: The result that the same command has brought into the branch before.
  func fetchedState(
    _ direction: SyncDirection, _ remote: Remote, after earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> FetchedState {
    let seen = try trackingTip()
    guard direction.pulls else { return try unfetchedState(seen, on: remote, earlier) }
    guard let theirs = try await fetch(remote) else {
      return try unfetchedState(nil, on: remote, earlier)
    }
    do throws(StoreError) {
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

  /// Returns the board here, if nothing was fetched.
  private func unfetchedState(
    _ theirs: ObjectID?, on remote: Remote, _ earlier: SyncResult?
  ) throws(StoreError) -> FetchedState {
    // A clone that has changed nothing has no branch of its own, and nothing to push.
    let local = try localTip()
    guard let commit = local ?? theirs else { throw .noRemoteBoard(name, remote: remote.name) }
    return FetchedState(
      result: SyncResult(commit: commit).following(earlier), isHere: true, theirs: theirs,
      local: local)
  }

  private func state(
    of theirs: ObjectID, formerHead: ObjectID?, _ direction: SyncDirection,
    after earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> FetchedState {
    // What the branch here has was checked before it came there.
    if try localTip() == theirs, formerHead == nil || formerHead == theirs {
      return FetchedState(
        result: SyncResult(commit: theirs).following(earlier), isHere: true, theirs: theirs,
        local: theirs)
    }
    let older = try check(theirs, formerHead: formerHead)
    // A rewritten remote's former head is merged first, as it may have no other reference here.
    if older == nil, direction.pushes, let local = try localTip(),
      let merged = try await join(local, theirs, person: person), merged.kind == .merged
    {
      return FetchedState(
        result: merged.following(earlier), isHere: false, theirs: theirs, local: local)
    }
    let result = try await integrateHead(theirs, older, after: earlier, person: person)
    return FetchedState(result: result, isHere: true, theirs: theirs, local: result.commit)
  }

  /// Pushes a commit that holds the state's result; the branch here does not move yet.
  func share(
    _ commit: ObjectID, of state: FetchedState, with remote: Remote
  ) async throws(StoreError) -> Push {
    try requireWholeSettings(of: commit, sendingTo: state.theirs)
    if commit != state.result.commit || !state.isHere {
      // Checked before the push, as a remote can't take back a commit that it accepted.
      _ = try await worktreesToUpdate(from: try localTip(), to: commit)
    }
    guard try await noteSending(commit, of: state) else {
      return .late(LostRace(reason: "the branch here went back", messages: [], lock: nil))
    }
    return try await push(commit, to: remote)
  }

  /// Fails if settings were broken here, as they must not be sent. Settings that the remote has
  /// broken already do not prevent sharing plans.
  private func requireWholeSettings(
    of local: ObjectID, sendingTo theirs: ObjectID?
  ) throws(StoreError) {
    guard let reason = try snapshot(at: local).brokenSettings else { return }
    if let theirs, try snapshot(at: theirs).brokenSettings != nil { return }
    throw .brokenSettings(name, reason: reason, by: try breaking(ofSettingsAt: local))
  }

  /// Notes, under the lock, that a commit is sent from now on, so that no undo takes it back.
  ///
  /// - Returns: Whether the branch here still has the state's local commits; false after an undo.
  private func noteSending(
    _ commit: ObjectID, of state: FetchedState
  ) async throws(StoreError) -> Bool {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    if let local = state.local {
      guard let tip = try localTip(), try isAncestor(local, of: tip) else { return false }
    }
    SentNote(in: lockFolder, board: name).write(commit)
    return true
  }

  /// Merges a commit that the remote has into the branch here, and returns the new state.
  func mergeIntoBranch(
    _ commit: ObjectID, person: Signature?
  ) async throws(StoreError) -> SyncResult {
    try await integrateHead(commit, nil, after: nil, person: person)
  }
}
