import Git

/// Looks at the commits of a head that came from elsewhere.
///
/// Git takes a commit whose author has no time, libgit2 does not: once such a commit is in the
/// history of the board here, nothing can be merged or told any more.
enum HistoryCheck {
  /// Checks the commits of `head` that `known` has not.
  ///
  /// What is missing is no harm here: whoever needs it says so.
  ///
  /// - Throws: `StoreError.unsafeHead` with the commit that can't be read, or with what is none.
  /// - Complexity: One object read for each commit that is new.
  static func check(
    _ head: ObjectID, knowing known: ObjectID?, in repository: Repository
  ) throws(StoreError) {
    do {
      // A walk takes a tag for the commit that it names.
      _ = try repository.commit(head)
      try repository.visitCommits(from: [head], hiding: known.map { [$0] } ?? []) { _ in true }
    } catch {
      // The walk does not say which commit it was.
      try findUnreadable(from: head, in: repository)
    }
  }

  private static func findUnreadable(
    from head: ObjectID, in repository: Repository
  ) throws(StoreError) {
    var waiting = [head]
    var seen: Set = [head]
    while let id = waiting.popLast() {
      do {
        for parent in try repository.commit(id).parents where seen.insert(parent).inserted {
          waiting.append(parent)
        }
      } catch {
        // Not found is also what has another type.
        let isThere = try git { () throws(GitError) in try repository.isBlob(id) } != nil
        if isThere { throw .unsafeHead(commit: id, path: "", reason: error.message) }
      }
    }
  }
}
