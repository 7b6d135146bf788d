import Git
import PlanIndex

extension BoardStore {
  /// Returns the newest commits of the board, newest first, without merges and the two first
  /// commits.
  ///
  /// - Complexity: Reads one commit and one row of the index for each; without an index, every
  ///   commit.
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
