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

  /// Returns the lines of checklists that were removed and changed at the same time since an older
  /// commit.
  ///
  /// - Complexity: Compares the trees, and reads both versions of each plan that differs.
  package func removedLines(since before: ObjectID) throws -> [(plan: PlanID, text: String)] {
    let differences = try repository.treeDifferences(
      from: repository.commit(before).tree, to: tree, under: "plans")
    return try differences.flatMap { difference -> [(plan: PlanID, text: String)] in
      guard let file = BoardFile(path: difference.path), let id = file.planID,
        let new = try difference.new.flatMap({ try file.read($0, from: repository).document })
      else { return [] }
      let lines = Plan(new, id: id).checklist.filter(\.wasRemoved)
      if lines.isEmpty { return [] }
      let old = try difference.old.flatMap { try file.read($0, from: repository).document }
      let known = old.map { Plan($0, id: id).checklist.filter(\.wasRemoved).map(\.id) } ?? []
      return lines.filter { !known.contains($0.id) }.map { (id, $0.text) }
    }
  }
}
