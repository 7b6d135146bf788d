import Git

/// A change that the remote accepted, or that needed none to accept it.
package struct AcceptedChange<Outcome> {
  package let change: Change
  /// What the run of the change's body that made it returned.
  package let outcome: Outcome
  /// Why the change is not on the branch here yet, if it is not; the next sync brings it.
  package let problem: StoreError?

  /// Creates the result of a change that was made here alone.
  package init(_ made: (Change, Outcome)) { self.init(made.0, made.1, problem: nil) }

  fileprivate init(_ change: Change, _ outcome: Outcome, problem: StoreError?) {
    (self.change, self.outcome, self.problem) = (change, outcome, problem)
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
  package func changeOnRemote<Outcome>(
    by author: ChangeIdentity, person: Signature?, terminalPrompt: Bool = false,
    _ body: ChangeBody<Outcome>
  ) async throws -> AcceptedChange<Outcome> {
    var exchange = try RemoteExchange(self, person: person, terminalPrompt: terminalPrompt)
    let done = try await exchange.run { state in
      let before = try snapshot(at: state.result.commit)
      let written = try await write(MadeChange(on: before, by: author, body), by: author)
      return (written.commit ?? before.commit, (before: before, written: written))
    }
    await maintain()
    let (before, written) = done.made
    guard let commit = written.commit, commit != done.state.theirs else {
      return AcceptedChange(
        Change(before: before, after: before), written.outcome, problem: done.problem)
    }
    let after = done.problem == nil ? done.here.commit : commit
    return AcceptedChange(
      Change(before: before, after: try snapshot(at: after)), written.outcome,
      problem: done.problem)
  }
}
