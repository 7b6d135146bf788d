import Git
import PlanStore

extension Workspace {
  /// Brings what a fetch has brought into the board, without asking the remote: for `post-merge` and
  /// `post-checkout`.
  ///
  /// - Returns: How many commits came; nil where there was nothing to bring in.
  package func integrateFetched() async throws -> Int? {
    // Nobody waits for the board when changing branches.
    wait(atMost: .seconds(1))
    let person = store.settings.mergesAsUser ? try identity(.committer) : nil
    guard let result = try await store.integrateFetched(person: person), result.kind != .upToDate
    else { return nil }
    return result.fetched
  }
}
