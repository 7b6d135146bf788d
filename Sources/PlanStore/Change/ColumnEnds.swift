import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Returns the ranks at the ends of a column. A plan placed beyond them comes first or last even
  /// if the writers' clocks differ.
  ///
  /// - Complexity: Reads one row if the index is of this tree, else all plans.
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
