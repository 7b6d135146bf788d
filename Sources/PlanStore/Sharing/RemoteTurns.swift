import Git

/// The lost races of one command for a remote's branch.
struct RemoteTurns {
  var patience: Patience
  var standstill = Standstill()

  init(_ patience: Patience) { self.patience = patience }
}

extension BoardStore {
  /// Waits after a lost race for a remote's branch until it is time to try again.
  ///
  /// - Parameter tip: The commit of the branch before the try.
  /// - Throws: `StoreError.contention` if patience is over; if no writer can move the branch,
  ///   `.remoteLocked`, or `.refused` with the remote's messages.
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
