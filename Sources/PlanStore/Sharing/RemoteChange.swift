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
    by author: ChangeIdentity, person: Signature?, terminalPrompt: Bool = false,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> AcceptedChange {
    let remote = try remote(terminalPrompt: terminalPrompt)
    var turns = RemoteTurns(patienceWithRemote())
    while true {
      let meeting = try await meet(.both, remote, after: nil, person: person)
      do {
        if let accepted = try await tryChange(
          on: meeting, with: remote, by: author, person: person, &turns, body)
        {
          await maintain()
          return accepted
        }
      } catch {
        await keep(meeting, person: person)
        throw error
      }
    }
  }

  /// Makes the change once; nil if somebody was faster, after a wait for the next turn.
  private func tryChange(
    on meeting: Meeting, with remote: Remote, by author: ChangeIdentity, person: Signature?,
    _ turns: inout RemoteTurns, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> AcceptedChange? {
    let before = try snapshot(at: meeting.result.commit)
    let written = try await writeChange(on: before, by: author, body)
    let commit = written?.commit ?? before.commit
    if commit == meeting.theirs {
      return AcceptedChange(change: Change(before: before, after: before), problem: nil)
    }
    if case .late(let loss) = try await share(commit, of: meeting, with: remote) {
      try await waitForTurn(&turns, after: loss, finding: meeting.theirs, on: remote)
      return nil
    }
    let after = try snapshot(at: commit)
    do throws(StoreError) {
      try rememberPush(of: commit, in: remote.trackingBranch)
      let here = try await takeUp(commit, person: person).commit
      return AcceptedChange(
        change: Change(before: before, after: try snapshot(at: here)), problem: nil)
    } catch {
      // The remote has it: to fail now would be to deny that.
      return AcceptedChange(change: Change(before: before, after: after), problem: error)
    }
  }
}
