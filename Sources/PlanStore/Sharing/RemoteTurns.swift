import Git

/// The races for a remote's branch that one command has lost.
struct RemoteTurns {
  var patience: Patience
  var standstill = Standstill()

  init(_ patience: Patience) { self.patience = patience }
}

extension BoardStore {
  /// Waits after a lost race for a remote's branch until it is time to try again.
  ///
  /// - Parameter tip: Where the branch was found to be before the try.
  /// - Throws: `StoreError.contention` if patience is over; if nobody can move the branch,
  ///   `.remoteLocked`, or `.refused` with what the remote says.
  func waitForTurn(
    _ turns: inout RemoteTurns, after loss: LostRace, finding tip: ObjectID?, on remote: Remote
  ) async throws(StoreError) {
    if turns.standstill.lost(at: clock.now(), finding: tip) {
      if let lock = loss.lock { throw .remoteLocked(remote: remote.name, lock: lock) }
      throw .refused(
        remote: remote.name, PushRefusal(.declined(loss.reason), messages: loss.messages))
    }
    onLostRace()
    try await waitForTurn(&turns.patience, remote: remote.name)
  }
}
