import Git
import PlanIndex

extension BoardStore {
  /// The newest changes of the board in the order of a history, newest first, without merges and the fixed commits at
  /// the beginning.
  ///
  /// - Complexity: One commit read for each of them, and a row of the index; without an index, every commit.
  package func newestChanges(_ limit: Int) throws(StoreError) -> [Commit] {
    let past = try Past(of: self, from: try tip())
    var found: [Commit] = []
    while found.count < limit, let change = try past.next() {
      let commit = try repository.commit(change.id)
      if !NewBoard.isBeginning(commit) { found.append(commit) }
    }
    return found
  }
}
