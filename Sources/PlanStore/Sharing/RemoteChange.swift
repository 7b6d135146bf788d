import Git

/// A change that the remote accepted, or that was made only locally.
package struct AcceptedChange<Outcome> {
  package let change: Change
  /// The result of the last run of the change's body.
  package let outcome: Outcome
  /// The reason why the local branch lacks the change; nil if the branch has the change. After a
  /// problem, the next sync merges the change.
  package let problem: (any Error)?

  /// Creates the result of a change that was made only locally.
  package init(_ made: (Change, Outcome)) { self.init(made.0, made.1, problem: nil) }

  fileprivate init(_ change: Change, _ outcome: Outcome, problem: (any Error)?) {
    (self.change, self.outcome, self.problem) = (change, outcome, problem)
  }
}

/// A problem with the remote that did not prevent a change.
package enum RemoteWarning {
  /// The remote did not accept the change, so it was made only here.
  case notShared(StoreError)
  /// The remote has the change, but it could not be merged here. The next sync merges it.
  case notHere(any Error)
}

extension BoardStore {
  /// Makes one change that takes effect only if the remote accepts it.
  ///
  /// If two people take the same plan, the first push to the remote's branch wins. So the commit is
  /// pushed before the local branch moves, and a change that loses the race never appears on a
  /// board. Other unshared commits are pushed too.
  ///
  /// - Parameters:
  ///   - person: The user's signature, as in `sync`.
  ///   - body: Makes the edits on the merged board and returns the commit's message. It throws if
  ///     that board makes the change pointless. It may run several times.
  /// - Throws: `StoreError`, errors of git, or any error of `body`. Then the remote does not
  ///   have the change, unless its answer to the push was lost.
  package func changeOnRemote<Outcome>(
    by author: ChangeIdentity, person: Signature?, terminalPrompt: Bool = false,
    _ body: ChangeBody<Outcome>
  ) async throws -> AcceptedChange<Outcome> {
    var exchange = try RemoteExchange(
      self, makingChange: true, person: person, terminalPrompt: terminalPrompt)
    let done = try await exchange.run { state in
      let before = try snapshot(at: state.result.commit)
      let written = try await writeOnBasis(on: before, by: author, body)
      return (written.commit ?? before.commit, (before: before, written: written))
    }
    await maintain()
    let (before, written) = done.made
    guard let commit = written.commit, commit != done.state.theirs else {
      return AcceptedChange(
        Change(before: before, after: before, rules: written.rules), written.outcome,
        problem: done.problem)
    }
    let after = done.problem == nil ? done.here.commit : commit
    return AcceptedChange(
      Change(before: before, after: try snapshot(at: after), rules: written.rules), written.outcome,
      problem: done.problem)
  }
}
