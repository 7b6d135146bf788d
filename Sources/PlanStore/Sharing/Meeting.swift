import Git
import PlanModel

/// What one try of a sync or a claim has found: what is there and what is here, brought together.
struct Meeting {
  /// What came of it; its commit holds both.
  let result: SyncResult
  /// Whether the branch here holds that commit. A merge that is still to be shared is not there yet:
  /// one that comes too late is made anew and has never been on any board. So a history has one merge
  /// a sync, and not one a try.
  let isHere: Bool
  /// Where the remote's branch is; nil if it has none.
  let theirs: ObjectID?
  /// Where the branch here was; nil if it was not there.
  let local: ObjectID?
}

extension BoardStore {
  /// Fetches, and brings together what is there and here.
  ///
  /// - Parameters:
  ///   - directions: Where nothing is pulled, the remote is what it was when it was last heard of;
  ///     where nothing is pushed, the branch here moves at once.
  ///   - earlier: What the same command has brought into the branch before.
  func meet(
    _ directions: Directions, _ remote: Remote, after earlier: SyncResult?, person: Signature?
  ) async throws(StoreError) -> Meeting {
    let seen = try trackingTip()
    guard directions.contains(.pull) else { return try meetNothing(seen, on: remote, earlier) }
    guard let theirs = try await fetch(remote) else {
      return try meetNothing(nil, on: remote, earlier)
    }
    do throws(StoreError) {
      return try await meet(theirs, formerHead: seen, directions, after: earlier, person: person)
    } catch {
      guard try isMissingObjects(error), let theirs = try await fetch(remote, again: true) else {
        throw error
      }
      return try await meet(theirs, formerHead: seen, directions, after: earlier, person: person)
    }
  }

  /// What is here, where nothing came.
  private func meetNothing(
    _ theirs: ObjectID?, on remote: Remote, _ earlier: SyncResult?
  ) throws(StoreError) -> Meeting {
    // A clone that has changed nothing has no branch of its own, and nothing to push.
    let local = try localTip()
    guard let commit = local ?? theirs else { throw .noRemoteBoard(name, remote: remote.name) }
    return Meeting(
      result: SyncResult(commit: commit).following(earlier), isHere: true, theirs: theirs,
      local: local)
  }

  private func meet(
    _ theirs: ObjectID, formerHead: ObjectID?, _ directions: Directions, after earlier: SyncResult?,
    person: Signature?
  ) async throws(StoreError) -> Meeting {
    let older = try check(theirs, formerHead: formerHead)
    // What a rewritten remote had before is kept here first: nothing else may refer to it.
    if older == nil, directions.contains(.push), let local = try localTip(),
      let merged = try await join(local, theirs, person: person), merged.kind == .merged
    {
      return Meeting(
        result: merged.following(earlier), isHere: false, theirs: theirs, local: local)
    }
    let result = try await integrateHead(theirs, older, after: earlier, person: person)
    return Meeting(result: result, isHere: true, theirs: theirs, local: result.commit)
  }

  /// Pushes a commit that holds what met; the branch here does not move yet.
  func share(
    _ commit: ObjectID, of meeting: Meeting, with remote: Remote
  ) async throws(StoreError) -> Push {
    try requireWholeSettings(of: commit, sendingTo: meeting.theirs)
    if commit != meeting.result.commit || !meeting.isHere {
      // Asked before the push, as a remote can't take back what it accepted.
      _ = try await worktreesToUpdate(from: try localTip(), to: commit)
    }
    guard try await noteSending(commit, of: meeting) else {
      return .late(LostRace(reason: "the branch here went back", messages: [], lock: nil))
    }
    return try await push(commit, to: remote)
  }

  /// Settings that were broken here are not sent to others; those that the remote has broken already
  /// keep nobody's plans back.
  private func requireWholeSettings(
    of local: ObjectID, sendingTo theirs: ObjectID?
  ) throws(StoreError) {
    guard let reason = try snapshot(at: local).brokenSettings else { return }
    if let theirs, try snapshot(at: theirs).brokenSettings != nil { return }
    throw .brokenSettings(name, reason: reason, by: try breaking(ofSettingsAt: local))
  }

  /// Notes that a commit is sent from now on, in line with those who might undo what is in it.
  ///
  /// - Returns: Whether the branch here still holds what met; if not, somebody undid it meanwhile.
  private func noteSending(
    _ commit: ObjectID, of meeting: Meeting
  ) async throws(StoreError) -> Bool {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    if let local = meeting.local {
      guard let tip = try localTip(), try isAncestor(local, of: tip) else { return false }
    }
    SentNote(in: lockFolder, board: name).write(commit)
    return true
  }

  /// Brings a commit that holds what met into the branch here, and returns what that is then.
  func takeUp(_ commit: ObjectID, person: Signature?) async throws(StoreError) -> SyncResult {
    try await integrateHead(commit, nil, after: nil, person: person)
  }

  /// Brings what met into the branch here though it could not be shared: what others did is to be
  /// seen all the same.
  ///
  /// Why it was not shared is the failure to tell of. If this fails as well, the next sync merges.
  func keep(_ meeting: Meeting, person: Signature?) async {
    guard !meeting.isHere else { return }
    do { _ = try await takeUp(meeting.result.commit, person: person) } catch {}
  }
}
