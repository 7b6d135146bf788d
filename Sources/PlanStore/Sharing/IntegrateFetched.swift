import Git

extension BoardStore {
  /// Merges the fetched commits into the local branch, without the network.
  ///
  /// - Parameter person: The user's signature, as in `sync`.
  /// - Returns: nil if there is nothing to merge, or if there is no local branch: then commands
  ///   show the fetched board anyway.
  /// - Complexity: Reads only two references if they are equal.
  package func integrateFetched(person: Signature?) async throws(StoreError) -> SyncResult? {
    guard let local = try localTip(), let theirs = try trackingTip(),
      try !relation(of: local, to: theirs).hasOther
    else { return nil }
    return try await integrate(theirs, formerHead: nil, adding: nil, person: person)
  }
}
