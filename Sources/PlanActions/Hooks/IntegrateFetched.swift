import PlanStore

extension Workspace {
  /// Merges fetched commits into the board without using the network, for the hooks `post-merge`
  /// and `post-checkout`.
  ///
  /// - Returns: The number of fetched commits; nil if there was nothing to merge.
  package func integrateFetched() async throws -> Int? {
    // Changing branches must not wait for the board.
    wait(atMost: .seconds(1))
    let person = store.settings.mergesAsUser ? try committer() : nil
    guard let result = try await store.integrateFetched(person: person), result.kind != .upToDate
    else { return nil }
    return result.fetched
  }
}
