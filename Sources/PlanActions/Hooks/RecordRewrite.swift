import PlanModel
import PlanStore

extension Workspace {
  /// Lets plans follow their commits through an amend or a rebase: for `post-rewrite`.
  ///
  /// - Parameters:
  ///   - lines: Reads what git hands over, `<old id> <new id>` each.
  ///   - isRebase: Whether it is a rebase that has ended, and not an amend.
  package func recordRewrite(
    _ lines: () throws -> [String], isRebase: Bool
  ) async throws -> CodeRecorded? {
    // An amend during a rebase is skipped; the rebase reports it when it ends.
    guard try !store.isOnBoard(), isRebase || store.repository.operation != "rebase" else {
      return nil
    }
    return try await record(
      store.commitsMade(byRewriting: lines(), isRebase: isRebase), in: .postRewrite)
  }
}
