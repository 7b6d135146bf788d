package import Git

extension BoardStore {
  /// The newest changes of the board, newest first, without merges and the fixed commits at the beginning.
  ///
  /// - Complexity: One commit read for each of them.
  package func newestChanges(_ limit: Int) throws(StoreError) -> [Commit] {
    let tip = try tip()
    var found: [Commit] = []
    try walk(from: [tip]) { () throws(GitError) in
      try repository.visitCommits(from: [tip], order: .topological) { id throws(GitError) in
        let commit = try repository.commit(id)
        if commit.parents.count < 2, !NewBoard.isBeginning(commit) { found.append(commit) }
        return found.count < limit
      }
    }
    return found
  }
}
