package import PlanModel
import PlanStore

extension Workspace {
  /// Returns the newest changes of the board, newest first, without their details.
  ///
  /// A user can choose one of them to see the board as it was then.
  package func moments(_ limit: Int) throws -> [CommitSummary] {
    try store.newestChanges(limit).map { CommitSummary($0) }
  }
}
