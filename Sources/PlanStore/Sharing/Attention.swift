import Git
import PlanIndex
package import PlanModel

/// The plans of a board that somebody should look at.
package struct Attention: Sendable {
  /// The plans with values that wait for a decision, but for deleted ones, in the order of their ids.
  package let conflicted: [Plan]
  /// The files that can't be read, by path.
  package let unreadable: [UnreadablePlan]
}

extension BoardStore {
  /// Finds the plans that wait for a decision and the files that can't be read.
  ///
  /// - Complexity: One row of the index for each of them, and one object for each plan that was changed
  ///   since the commit of the index; without an index, one for each plan.
  package func attention(in snapshot: BoardSnapshot) throws(StoreError) -> Attention {
    if try isNewest(snapshot.commit) { bringIndex(to: snapshot) }
    if let known = index.attention, known.head.tree == snapshot.tree.hex {
      return Attention(conflicted: known.plans, unreadable: known.unreadable.map(\.plan))
    }
    let read = try snapshot.plans()
    return Attention(
      conflicted: read.plans.filter { !$0.conflicts.isEmpty && !$0.isDeleted },
      unreadable: read.unreadable)
  }
}

extension BoardSnapshot {
  /// The plans that had a file at an older commit and have none now, sorted.
  ///
  /// - Complexity: Comparing the trees.
  package func removedPlans(since before: ObjectID) throws(StoreError) -> [PlanID] {
    let differences = try repository.treeDifferences(
      from: repository.commit(before).tree, to: tree, under: "plans")
    return differences.filter { $0.old != nil && $0.new == nil }
      .compactMap { BoardFile(path: $0.path)?.planID }.sorted()
  }
}
