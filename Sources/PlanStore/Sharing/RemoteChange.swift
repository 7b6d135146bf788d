import Git

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
  /// - Returns: The change, with a warning if the local branch lacks it, and the result of the last
  ///   run of `body`.
  /// - Throws: `StoreError`, errors of git, or any error of `body`. Then the remote does not
  ///   have the change, unless its answer to the push was lost.
  package func changeOnRemote<Outcome>(
    by author: ChangeIdentity, person: Signature?, terminalPrompt: Bool = false,
    _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    var exchange = try RemoteExchange(
      self, makingChange: true, person: person, terminalPrompt: terminalPrompt)
    let (state, made) = try await exchange.run { state in
      let before = try snapshot(at: state.result.commit)
      let written = try await writeOnBasis(on: before, by: author, body)
      return (written.commit ?? before.commit, (before: before, written: written))
    }
    await maintain()
    let (before, written) = made
    var after = before
    if let commit = written.commit, commit != state.theirs {
      after = try snapshot(at: state.result.problem == nil ? state.result.commit : commit)
    }
    var change = Change(
      before: before, after: after,
      remoteWarning: state.result.problem.map(RemoteWarning.notHere), rules: written.rules)
    change.alsoShared = try alsoShared(state)
    return (change, written.outcome)
  }

  /// Returns the number of commits that the remote lacked before a change was pushed; 0 if the
  /// remote lacked the board, or if this clone is shallow, so that they can't be counted.
  private func alsoShared(_ state: RemoteExchange.State) throws -> Int {
    guard state.isPushed, let local = state.local, let theirs = state.theirs else { return 0 }
    do { return try count(local, without: theirs) } catch StoreError.shallow { return 0 }
  }
}
