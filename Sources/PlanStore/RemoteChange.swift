package import Git

/// A change that the remote accepted.
package struct AcceptedChange {
  package let change: Change
  /// Why the change is not on the branch here yet, if it is not; the next sync brings it.
  package let problem: StoreError?

  package init(change: Change, problem: StoreError?) {
    (self.change, self.problem) = (change, problem)
  }
}

extension BoardStore {
  /// Makes one change that holds only if the remote accepted it.
  ///
  /// The remote's branch is the arbiter between people who want the same at once. So the commit is
  /// pushed before the branch here moves: a change that came too late has never been on any board.
  /// What else waits here to be shared goes along.
  ///
  /// - Parameters:
  ///   - person: As for `sync`.
  ///   - body: Makes the edits on what the remote has now and words the commit; it throws where
  ///     that leaves nothing to want. It may run several times.
  /// - Throws: `StoreError`, or whatever `body` throws. The remote then has nothing of the change,
  ///   unless it is the push itself whose answer was lost.
  package func changeOnRemote(
    by author: Author, person: Signature?, terminalPrompt: Bool = false,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> AcceptedChange {
    let remote = try remote()
    for attempt in 1...Self.syncAttempts {
      _ = try await sync(.pull, person: person, terminalPrompt: terminalPrompt)
      let before = try snapshot()
      let written = try await writeChange(on: before, by: author, body)
      let commit = written?.commit ?? before.commit
      if written == nil, try commit == trackingTip() {
        return AcceptedChange(change: Change(before: before, after: before), problem: nil)
      }
      // Asked before the push, as a remote can't take back what it accepted.
      _ = try await worktreesToUpdate(from: try localTip(), to: commit)
      if case .faster(let lock) = try await push(commit, to: remote, terminalPrompt) {
        if let lock, attempt == Self.syncAttempts {
          throw StoreError.remoteLocked(remote: remote.name, lock: lock)
        }
        await Self.pause(after: attempt)
        continue
      }
      let after = try snapshot(at: commit)
      do throws(StoreError) {
        let here = try await takeUp(commit, acceptedBy: remote, person: person)
        return AcceptedChange(
          change: Change(before: before, after: try snapshot(at: here)), problem: nil)
      } catch {
        // The remote has it: to fail now would be to deny that.
        return AcceptedChange(change: Change(before: before, after: after), problem: error)
      }
    }
    throw StoreError.contention(name, attempts: Self.syncAttempts)
  }

  /// Brings a commit that the remote has into the branch here, and returns what that is then.
  private func takeUp(
    _ commit: ObjectID, acceptedBy remote: Remote, person: Signature?
  ) async throws(StoreError) -> ObjectID {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    let result = try await bringIn(commit, after: nil, person: person)
    try rememberPush(of: commit, in: remote.trackingBranch)
    return result.commit
  }
}
