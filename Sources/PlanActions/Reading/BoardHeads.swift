package import PlanModel
import PlanStore

/// Where a board stands: a change here, and one that comes from the remote, moves one of them.
package struct BoardHeads: Hashable, Sendable {
  /// nil in a clone that has changed nothing yet.
  package let local: CommitID?
  /// The remote's, as it was last fetched; nil if the board was never shared.
  package let shared: CommitID?
}

extension Workspace {
  /// - Complexity: Two references read, and no object.
  package func heads() throws -> BoardHeads {
    BoardHeads(
      local: try store.localTip().map { CommitID($0) },
      shared: try store.trackingTip().map { CommitID($0) })
  }
}
