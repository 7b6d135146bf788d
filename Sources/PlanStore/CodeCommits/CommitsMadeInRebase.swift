import Git

extension BoardStore {
  /// The commits that were made by hand during a rebase that is about to end, as when splitting
  /// one: they replace no commit, and were not there before.
  ///
  /// - Parameter known: The commits that replace others.
  package func commitsMadeInRebase(besides known: Set<ObjectID>) throws(StoreError) -> [ObjectID] {
    do {
      let repository = repository.git
      guard let rebase = try repository.rebaseInProgress,
        let head = try repository.reference("HEAD")
      else { return [] }
      let made = Set(
        try repository.commits(from: [head], hiding: [rebase.onto, rebase.origin], limit: 10_000))
      // A commit that was merged at a stop was not made in the rebase.
      var (found, next): ([ObjectID], ObjectID?) = ([], head)
      while let commit = next, made.contains(commit) {
        if !known.contains(commit) { found.append(commit) }
        next = try repository.commit(commit).parents.first
      }
      return found
    } catch {
      // The code's history of a shallow clone may end there.
      if error.code == .notFound { return [] }
      throw .git(error)
    }
  }
}
