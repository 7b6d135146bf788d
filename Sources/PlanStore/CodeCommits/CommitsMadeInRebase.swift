package import Git

extension BoardStore {
  /// The commits that somebody made in the course of a rebase that is about to end, as when
  /// splitting one: neither replaced nor there before.
  ///
  /// - Parameter known: The commits that stand for others.
  package func commitsMadeInRebase(besides known: Set<ObjectID>) throws(StoreError) -> [ObjectID] {
    do {
      guard let rebase = try repository.rebaseInProgress,
        let head = try repository.reference("HEAD")
      else { return [] }
      let made = Set(
        try repository.commits(from: [head], hiding: [rebase.onto, rebase.origin], limit: 10_000))
      // What was merged at a stop was made elsewhere.
      var (found, next): ([ObjectID], ObjectID?) = ([], head)
      while let commit = next, made.contains(commit) {
        if !known.contains(commit) { found.append(commit) }
        next = try repository.commit(commit).parents.first
      }
      return found
    } catch {
      // The code of a shallow clone may end there.
      if error.code == .notFound { return [] }
      throw .git(error)
    }
  }
}
