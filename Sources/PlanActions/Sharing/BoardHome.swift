import Git
import PlanModel
import PlanStore

/// The repository that has the board, if it is not that of the code.
extension Workspace {
  /// The address of the board's home, as the repository of the code names it; nil if the board is
  /// kept there.
  package var home: String? { get throws { try store.home } }

  /// Moves the board to another repository, and makes the board's branch in the repository of the
  /// code point there. Completes an earlier move that was interrupted.
  ///
  /// - Parameters:
  ///   - typed: An address, or the name of a remote.
  ///   - isLost: Whether the former home is gone, so that the board is as this clone has it.
  /// - Returns: The address.
  package func setHome(_ typed: String, isLost: Bool = false) async throws -> String {
    let address = try store.url(of: typed) ?? typed
    guard let parsed = HomeAddress(address) else {
      // The address of a remote may contain a password.
      throw StoreError.refusedHome(store.name, address: typed, .form)
    }
    try installMergeDriver()
    try await withHint(typed) {
      try await store.move(
        to: parsed, by: try author(), isLost: isLost, terminalPrompt: participant.mayBeAsked)
    }
    return address
  }

  /// Adds a hint to the error that a remote can't be reached, if the board has a home.
  private func withHint(_ address: String, _ body: () async throws -> Void) async throws {
    do {
      try await body()
    } catch let error as StoreError where error.leavesRemoteUnknown {
      guard try store.home != nil else { throw error }
      var problem = Problem(error)
      problem.hints.append(
        "if that repository is gone, \(running: "config", "home", address, "--lost")")
      throw problem
    }
  }

  /// Moves the board back to the repository of the code.
  ///
  /// - Parameter isLost: Whether the home is gone, so that the board is as this clone has it.
  package func removeHome(isLost: Bool) async throws -> BoardSynced {
    try await withHint("none") {
      if !isLost, !store.isAtHome { _ = try await sync() }
      try await store.moveHere(
        by: try author(), isLost: isLost, terminalPrompt: participant.mayBeAsked)
    }
    return try await sync()
  }

  /// Finds out where the board is kept by what was fetched, before a sync.
  func findHome() async throws {
    try store.leaveFormerHome()
    try await store.followPointerHere(terminalPrompt: participant.mayBeAsked)
  }

  /// Runs a sync, and again with the board's home if the branch of the remote only points there.
  func followingHome<Synced>(_ sync: () async throws -> Synced) async throws -> Synced {
    do {
      let synced = try await sync()
      try store.keepHome()
      return synced
    } catch StoreError.elsewhere(_, let address) {
      // This fails if the home itself points on, so it ends.
      try await store.follow(address, terminalPrompt: participant.mayBeAsked)
      return try await followingHome(sync)
    }
  }
}
