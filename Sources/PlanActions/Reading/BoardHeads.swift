package import PlanModel
import PlanStore

/// The local and the remote head of a board; a change on either side moves one of them.
package struct BoardHeads: Hashable, Sendable {
  /// The local head; nil in a clone that has changed nothing yet.
  package let local: CommitID?
  /// The remote's head as last fetched; nil if the board was never shared.
  package let shared: CommitID?
}

extension Workspace {
  /// Returns the heads of the board.
  ///
  /// - Complexity: Reads two references and no objects.
  package func heads() throws -> BoardHeads {
    BoardHeads(
      local: try store.localTip().map { CommitID($0) },
      shared: try store.trackingTip().map { CommitID($0) })
  }
}
