import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Returns the plans with conflicts, sorted by id, and the unreadable files, sorted by path.
  /// Deleted plans are left out, and texts are not read.
  ///
  /// - Complexity: Reads the blocks of these plans in the index, and a row for each file. If the
  ///   index is older than the board, also reads one object for each plan that changed in between.
  ///   Without an index, reads every plan.
  package func attention(in snapshot: BoardSnapshot) throws -> PlansRead {
    if try isNewest(snapshot.commit) { bringIndex(to: snapshot) }
    let known = index.read { index throws(DatabaseError) in try index.attention() }
    if let known, known.head.tree == snapshot.tree.hex {
      return PlansRead(known.plans, unreadable: known.unreadable.map(\.plan))
    }
    let read = try snapshot.plans(withTexts: false)
    return PlansRead(
      read.plans.lazy.filter { !$0.conflicts.isEmpty && !$0.isDeleted }, unreadable: read.unreadable
    )
  }
}

extension BoardSnapshot {
  /// Returns the plans that had a file at an older commit and have no file now, sorted.
  ///
  /// - Complexity: Compares the trees.
  package func removedPlans(since before: ObjectID) throws -> [PlanID] {
    let differences = try repository.treeDifferences(
      from: repository.commit(before).tree, to: tree, under: "plans")
    return differences.filter { $0.old != nil && $0.new == nil }
      .compactMap { BoardFile(path: $0.path)?.planID }.sorted()
  }
}
