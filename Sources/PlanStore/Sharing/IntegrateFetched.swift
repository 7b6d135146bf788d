package import Git

extension BoardStore {
  /// Brings what a fetch has brought into the board here, without asking the remote.
  ///
  /// - Parameter person: As `sync` has it.
  /// - Returns: nil where there is nothing to bring in, or no board of this clone's own yet: that
  ///   one follows the remote by itself.
  /// - Complexity: Two references where they are the same.
  package func integrateFetched(person: Signature?) async throws(StoreError) -> SyncResult? {
    guard let local = try localTip(), let theirs = try trackingTip(),
      try !relation(of: local, to: theirs).hasOther
    else { return nil }
    return try await integrate(theirs, formerHead: nil, adding: nil, person: person)
  }
}
