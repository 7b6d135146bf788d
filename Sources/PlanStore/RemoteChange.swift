package import Git

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
  /// - Throws: `StoreError`, or whatever `body` throws; the remote then has nothing of the change.
  package func changeOnRemote(
    by author: Author, person: Signature?, terminalPrompt: Bool = false,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    let remote = try remote()
    for attempt in 1...Self.syncAttempts {
      _ = try await sync(.pull, person: person, terminalPrompt: terminalPrompt)
      let before = try snapshot()
      let written = try await writeChange(on: before, by: author, body)
      let commit = written?.commit ?? before.commit
      if try commit == trackingTip() { return Change(before: before, after: before) }
      // Asked before the push, as a remote can't take back what it accepted.
      try requireNotCheckedOut()
      guard try await push(commit, to: remote, terminalPrompt) != .faster else {
        await Self.pause(after: attempt)
        continue
      }
      let lock = try await WriterLock(in: lockFolder)
      defer { _ = lock }
      let result = try await bringIn(commit, after: nil, person: person)
      return Change(before: before, after: try snapshot(at: result.commit))
    }
    throw StoreError.contention(name, attempts: Self.syncAttempts)
  }
}
