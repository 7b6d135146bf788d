import Git

/// Checks the commits of a head that came from elsewhere.
///
/// Git accepts a commit whose author has no time, libgit2 does not: once such a commit is in the
/// history of the board here, merges and histories fail.
enum HistoryCheck {
  /// Checks the commits of `head` that are not in the history of `known`.
  ///
  /// A missing commit passes; the commands that need it report it.
  ///
  /// - Throws: `StoreError.unsafeHead` with the commit that can't be read, or the object that is
  ///   none.
  /// - Complexity: One object read for each new commit.
  static func check(
    _ head: ObjectID, knowing known: ObjectID?, in repository: BoardRepository
  ) throws(StoreError) {
    do {
      // The walk itself accepts a tag in place of the commit that it names.
      _ = try repository.commit(head)
      try repository.git.visitCommits(from: [head], hiding: known.map { [$0] } ?? []) { _ in true }
    } catch {
      // The walk does not name the commit that failed.
      try findUnreadable(from: head, in: repository)
    }
  }

  private static func findUnreadable(
    from head: ObjectID, in repository: BoardRepository
  ) throws(StoreError) {
    var waiting = [head]
    var seen: Set = [head]
    while let id = waiting.popLast() {
      do {
        for parent in try repository.git.commit(id).parents where seen.insert(parent).inserted {
          waiting.append(parent)
        }
      } catch {
        // The same error is thrown for an object of another type.
        let isThere = try repository.isBlob(id) != nil
        if isThere { throw .unsafeHead(commit: id, path: "", reason: error.message) }
      }
    }
  }
}
