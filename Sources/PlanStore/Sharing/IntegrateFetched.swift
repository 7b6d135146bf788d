import Git

extension BoardStore {
  /// Merges the fetched commits into the board here, without the network.
  ///
  /// - Parameter person: The same as for `sync`.
  /// - Returns: nil if there is nothing to merge, or if this clone has no branch of its own yet, as
  ///   its board follows the remote by itself.
  /// - Complexity: Two references read if they are the same.
  package func integrateFetched(person: Signature?) async throws(StoreError) -> SyncResult? {
    guard let local = try localTip(), let theirs = try trackingTip(),
      try !relation(of: local, to: theirs).hasOther
    else { return nil }
    return try await integrate(theirs, formerHead: nil, adding: nil, person: person)
  }
}
