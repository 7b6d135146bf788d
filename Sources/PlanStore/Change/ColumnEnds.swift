import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Returns the ends of a column, so that a plan put at an end is at the end, whatever the clocks
  /// of the writers.
  ///
  /// - Complexity: One row of the index; where it is of another commit, one plan for each that was
  ///   changed since, and without an index every plan.
  package func ends(
    of column: String, in snapshot: BoardSnapshot
  ) throws(StoreError) -> ColumnEnds {
    if let head = index.head, head.tree == snapshot.tree.hex, let ends = head.ends(of: column) {
      return ends
    }
    var ends = ColumnEnds()
    for plan in try snapshot.plans().plans where plan.state == column { ends.note(plan) }
    return ends
  }
}
