import Git

extension BoardStore {
  /// The most commits that `origin(of:from:)` reads, which takes about a second.
  package static let originLimit = 10_000

  /// Finds the commit that wrote the version of a file at `tip`; if the file is missing there, the
  /// commit that removed it.
  ///
  /// The search follows, from commit to commit, the first parent with the same version. It ends at
  /// a commit whose parents all have another version. That commit may be a merge, such as one with
  /// git's conflict markers.
  ///
  /// - Returns: nil if the file never existed, or if the search reaches the limit or a shallow
  ///   clone's cut.
  /// - Complexity: Reads one commit and a few folders for each step.
  package func origin(
    of path: String, from tip: ObjectID, limit: Int = originLimit
  ) throws -> Commit? {
    let tip = try repository.commit(tip)
    let wanted = try leaf(at: path, of: tip)
    let first = try first(from: tip, limit: limit) { commit in
      try leaf(at: path, of: commit) == wanted
    }
    // A root commit without the file did not remove it.
    return wanted == nil && first?.parents.isEmpty == true ? nil : first
  }

  /// Finds the commit that broke the settings, which can't be read at `tip`. Later commits may have
  /// changed the broken file.
  ///
  /// - Returns: nil if the settings were never readable, or if the search reaches the limit or a
  ///   shallow clone's cut.
  /// - Complexity: Reads one commit and one file for each step.
  package func breaking(ofSettingsAt tip: ObjectID) throws -> Commit? {
    let tip = try repository.commit(tip)
    let first = try first(from: tip, limit: Self.originLimit) { commit in
      let settings = try BoardSnapshot.settings(in: commit.tree, repository)
      return if case .unreadable = settings { true } else { false }
    }
    return first?.parents.isEmpty == true ? nil : first
  }

  /// Starts at a commit and repeatedly goes to the first parent for which `isAlike` is true.
  ///
  /// - Returns: The first commit without such a parent; nil if the search reaches the limit or a
  ///   shallow clone's cut.
  private func first(
    from tip: Commit, limit: Int, where isAlike: (Commit) throws -> Bool
  ) throws -> Commit? {
    let cut = try repository.shallowCommits
    var commit = tip
    for _ in 0..<limit {
      if cut.contains(commit.id) { return nil }
      var next: Commit?
      for id in commit.parents where next == nil {
        let parent = try repository.commit(id)
        if try isAlike(parent) { next = parent }
      }
      guard let next else { return commit }
      commit = next
    }
    return nil
  }

  private func leaf(at path: String, of commit: Commit) throws -> TreeEntry? {
    try repository.treeEntry(at: path, in: commit.tree)
  }
}
