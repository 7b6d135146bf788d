import Git

/// Checks the commits of a fetched head.
///
/// git accepts a commit whose author has no time, but libgit2 does not. With such a commit in a
/// board's history, merges and histories would fail.
enum HistoryCheck {
  /// Checks the commits of `head` that are not in the history of `known`.
  ///
  /// Missing commits are ignored; the commands that need them report them.
  ///
  /// - Throws: `StoreError.unsafeHead` with an object that is unreadable or not a commit.
  /// - Complexity: Reads each new commit.
  static func check(
    _ head: ObjectID, knowing known: ObjectID?, in repository: BoardRepository
  ) throws(StoreError) {
    do {
      // The walk would accept a tag instead of a commit.
      _ = try repository.commit(head)
      try repository.git.visitCommits(from: [head], hiding: known.map { [$0] } ?? []) { _ in true }
    } catch {
      // The walk's error does not name the commit.
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
        // An object of another type throws the same error as a missing one.
        let isThere = try repository.isBlob(id) != nil
        if isThere { throw .unsafeHead(commit: id, path: "", reason: error.message) }
      }
    }
  }
}
