package import Git
package import PlanModel

extension BoardStore {
  /// The newest commit of the board at a moment, by the committer's clock.
  ///
  /// It is the commit of `git rev-list -1 --before`: of edits that were made apart and merged
  /// later, only those on the side of that commit count.
  ///
  /// - Throws: `StoreError.noBoardThen` where there is none.
  /// - Complexity: One commit read for each commit of the board.
  package func tip(at moment: Timestamp) throws(StoreError) -> ObjectID {
    let tip = try tip()
    var found: ObjectID?
    try walk(from: [tip]) { () throws(GitError) in
      try repository.visitCommits(from: [tip], order: .topological) { id throws(GitError) in
        let commit = try repository.commit(id)
        guard commit.committer.seconds <= moment.seconds else { return true }
        // The fixed commits at the beginning of every board do not show when this board began.
        if id == tip || !NewBoard.isBeginning(commit) { found = id }
        return false
      }
    }
    guard let found else { throw .noBoardThen(name, moment) }
    return found
  }

  /// The commit of a board that git finds by a name: `3f2a9c1`, `pmgit/main~3`.
  ///
  /// - Throws: `StoreError.noCommit` for a name of no board's commit; `.unsafeHead` if the commit
  ///   would do harm to read, as it may come from anywhere.
  package func tip(named revision: String) throws(StoreError) -> ObjectID {
    let found = try git { () throws(GitError) in try repository.commit(named: revision) }
    guard let found else { throw .noCommit(typed: revision) }
    let file = BoardFile.board.path
    let settings = try git { () throws(GitError) in
      try repository.treeEntry(at: file, in: try repository.commit(found).tree)
    }
    guard settings != nil else { throw .noCommit(typed: revision) }
    try checkTrees(of: found, knowing: try tip())
    return found
  }
}
