import Git
package import PlanModel

/// The commit that brought a file of the board into the state that it is in.
package struct FileOrigin: Sendable {
  package let commit: ObjectID
  package let at: Timestamp
  /// `Name <email>`.
  package let by: String
  /// The first line of the commit's message.
  package let subject: String

  init(_ commit: Commit) {
    self.commit = commit.id
    at = Timestamp(seconds: commit.author.seconds)
    by = commit.author.formatted
    subject = commit.subject
  }
}

extension BoardStore {
  /// The most commits that `origin(of:from:)` looks at: about a second's work.
  package static let originLimit = 10_000

  /// Finds the commit since which a file holds the bytes that it holds at `tip`, or is missing.
  ///
  /// Follows the first parent that has the same at the path, from commit to commit. The commit
  /// found has a version that none of its parents has; it may be a merge, such as one that git made
  /// with conflict markers.
  ///
  /// - Returns: nil if the file was never there, or if the change lies beyond the limit or before
  ///   the history of a shallow clone.
  /// - Complexity: One commit and a few folders for each step.
  package func origin(
    of path: String, from tip: ObjectID, limit: Int = originLimit
  ) throws(StoreError) -> FileOrigin? {
    let tip = try repository.commit(tip)
    let wanted = try leaf(at: path, of: tip)
    let first = try first(from: tip, limit: limit) { commit throws(StoreError) in
      try leaf(at: path, of: commit) == wanted
    }
    // A root commit that lacks the file did not remove it.
    return wanted == nil && first?.parents.isEmpty == true ? nil : first.map(FileOrigin.init)
  }

  /// Finds the commit that broke the settings, though later ones may have changed the broken bytes.
  ///
  /// - Returns: nil if they could never be read, and as `origin(of:from:)` does.
  /// - Complexity: One commit and one file for each step.
  package func breaking(
    ofSettingsAt tip: ObjectID, limit: Int = originLimit
  ) throws(StoreError) -> FileOrigin? {
    let tip = try repository.commit(tip)
    let first = try first(from: tip, limit: limit) { commit throws(StoreError) in
      guard case .unreadable = try BoardSnapshot.settings(in: commit.tree, repository) else {
        return false
      }
      return true
    }
    return first?.parents.isEmpty == true ? nil : first.map(FileOrigin.init)
  }

  /// Follows, from a commit, the first parent for which `isAlike` holds, as far as there is one.
  ///
  /// - Returns: The commit without such a parent; nil if it is beyond the limit, or if the history
  ///   of a shallow clone begins after it.
  private func first(
    from tip: Commit, limit: Int, where isAlike: (Commit) throws(StoreError) -> Bool
  ) throws(StoreError) -> Commit? {
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

  private func leaf(at path: String, of commit: Commit) throws(StoreError) -> TreeEntry? {
    try repository.treeEntry(at: path, in: commit.tree)
  }
}
