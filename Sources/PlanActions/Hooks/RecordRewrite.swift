import PlanModel
import PlanStore

extension Workspace {
  /// Replaces amended or rebased commits on the plans that have them, for the hook `post-rewrite`.
  ///
  /// - Parameters:
  ///   - lines: Reads git's input, lines of `<old id> <new id>`.
  ///   - isRebase: Whether a rebase has ended; otherwise a commit was amended.
  package func recordRewrite(
    _ lines: () throws -> [String], isRebase: Bool
  ) async throws -> CodeRecorded? {
    // An amend during a rebase is skipped; the rebase reports it at its end.
    guard try !store.isOnBoard(), isRebase || store.repository.operation != "rebase" else {
      return nil
    }
    return try await record(
      store.commitsMade(byRewriting: lines(), isRebase: isRebase), in: .postRewrite)
  }
}
