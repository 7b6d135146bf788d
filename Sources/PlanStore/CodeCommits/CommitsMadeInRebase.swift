import Git

extension BoardStore {
  /// Returns the commits that were made by hand in a rebase that is about to end, for example to
  /// split a commit. They are new and replace no other commit.
  ///
  /// - Parameter known: The commits that replace others; these are left out.
  package func commitsMadeInRebase(besides known: Set<ObjectID>) throws(StoreError) -> [ObjectID] {
    do {
      let repository = repository.git
      guard let rebase = try repository.rebaseInProgress,
        let head = try repository.reference("HEAD")
      else { return [] }
      let made = Set(
        try repository.commits(from: [head], hiding: [rebase.onto, rebase.origin], limit: 10_000))
      // Only first parents are followed: a commit that was merged at a stop was not made in the
      // rebase.
      var (found, next): ([ObjectID], ObjectID?) = ([], head)
      while let commit = next, made.contains(commit) {
        if !known.contains(commit) { found.append(commit) }
        next = try repository.commit(commit).parents.first
      }
      return found
    } catch {
      // In a shallow clone the code's history may be cut off.
      if error.code == .notFound { return [] }
      throw .git(error)
    }
  }
}
