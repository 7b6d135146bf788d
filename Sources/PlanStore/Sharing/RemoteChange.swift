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
    var exchange = try RemoteExchange(self, person: person, terminalPrompt: terminalPrompt)
    let done = try await exchange.run { state in
      let before = try snapshot(at: state.result.commit)
      let written = try await writeChange(on: before, by: author, body)
      return (written?.commit ?? before.commit, (before: before, after: written?.commit))
    }
    await maintain()
    let (before, written) = done.made
    guard let written, written != done.state.theirs else {
      return AcceptedChange(change: Change(before: before, after: before), problem: done.problem)
    }
    let after = done.problem == nil ? done.here.commit : written
    return AcceptedChange(
      change: Change(before: before, after: try snapshot(at: after)), problem: done.problem)
  }
}
