package import PlanModel
import PlanStore

extension Workspace {
  /// The newest changes of the board, newest first, each without what it changed: the moments to which somebody
  /// can go back.
  package func moments(_ limit: Int) throws -> [CommitSummary] {
    try store.newestChanges(limit).map { CommitSummary($0) }
  }
}
