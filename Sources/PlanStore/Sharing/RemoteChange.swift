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
  /// The remote's branch decides between writers that make conflicting claims. So the commit is
  /// pushed before the branch here moves: a change that lost was never on any board. Other unshared
  /// commits of this clone are pushed along.
  ///
  /// - Parameters:
  ///   - person: As for `sync`.
  ///   - body: Makes the edits on the remote's current state and words the commit; it throws if
  ///     that state makes the change pointless. It may run several times.
  /// - Throws: `StoreError`, or any error of `body`. The remote then has nothing of the change,
  ///   unless the answer to the push itself was lost.
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

  /// Makes the change once; nil if another writer was faster, after a wait for the next turn.
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
      // The remote has the change, so an error here would be false.
      return AcceptedChange(change: Change(before: before, after: after), problem: error)
    }
  }
}
