import Git
import PlanModel

/// The outermost positions in a column: no plan of it stands before the first or after the last.
///
/// They may lie beyond all plans that are there now, for example when a plan has left the column.
package struct ColumnEnds: Hashable, Sendable {
  /// nil where no plan has a position.
  package private(set) var first: String?
  package private(set) var last: String?

  package init(first: String? = nil, last: String? = nil) {
    (self.first, self.last) = (first, last)
  }

  /// - Parameter rank: A valid key, no longer than pmgit makes them: a key of a megabyte from
  ///   elsewhere would make every key after it as long.
  mutating func widen(to rank: String) {
    if first.map({ Rank.isLess(rank, $0) }) ?? true { first = rank }
    if last.map({ Rank.isLess($0, rank) }) ?? true { last = rank }
  }
}

/// The ends of all columns of a board at one commit, by the columns' ids.
struct AllColumnEnds {
  let commit: ObjectID
  var columns: [ExactString: ColumnEnds] = [:]

  mutating func note(_ document: PlanDocument) {
    guard let state = document.value(at: .field("state"))?.string,
      let rank = document.value(at: .field("rank"))?.string,
      rank.utf8.count <= Rank.longest, Rank.isValid(rank)
    else { return }
    columns[ExactString(state), default: ColumnEnds()].widen(to: rank)
  }
}

extension BoardStore {
  /// Returns the ends of a column, so that a plan put at an end is at the end, whatever the clocks
  /// of the writers.
  ///
  /// - Complexity: One object read for each plan that was changed since this clone asked last; the
  ///   first time, or if the file of the ends is lost, one for each plan.
  package func ends(
    of column: String, in snapshot: BoardSnapshot
  ) throws(StoreError) -> ColumnEnds {
    let file = ColumnEndsFile(in: lockFolder, board: name)
    let known = file.read()
    if let known, known.commit == snapshot.commit {
      return known.columns[ExactString(column)] ?? ColumnEnds()
    }
    let current =
      if let known, let ends = try followed(known, to: snapshot) { ends } else {
        try allEnds(in: snapshot)
      }
    file.write(current)
    return current.columns[ExactString(column)] ?? ColumnEnds()
  }

  private func allEnds(in snapshot: BoardSnapshot) throws(StoreError) -> AllColumnEnds {
    var ends = AllColumnEnds(commit: snapshot.commit)
    // A plan that can't be read has no position.
    _ = try snapshot.visitPlans { _, contents, _ in ends.note(PlanDocument(contents)) }
    return ends
  }

  /// Returns the ends at a later commit, from the plans that were changed since; nil if the changes
  /// can't be found, for example because the older commit is gone.
  private func followed(
    _ known: AllColumnEnds, to snapshot: BoardSnapshot
  ) throws(StoreError) -> AllColumnEnds? {
    let differences: [TreeDifference]
    do {
      let old = try repository.commit(known.commit).tree
      differences = try repository.treeDifferences(from: old, to: snapshot.tree)
    } catch {
      guard error.code == .notFound || error.code == .invalid else { throw .git(error) }
      return nil
    }
    var ends = AllColumnEnds(commit: snapshot.commit, columns: known.columns)
    for difference in differences {
      guard case .plan(let id)? = BoardFile(path: difference.path),
        let document = try document(.plan(id), difference.new)
      else { continue }
      ends.note(document)
    }
    return ends
  }
}
