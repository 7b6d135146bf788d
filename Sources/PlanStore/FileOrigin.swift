package import Git
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
  /// The commits that `origin(of:from:)` looks at: about a second's work.
  package static let originLimit = 10_000

  /// Finds the commit since which a file holds the bytes that it holds at `tip`, or is missing.
  ///
  /// Goes from each commit to the first parent that has the same at the path. The one that is found
  /// has something there that none of its parents has; it may be a merge, as one that git made with
  /// conflict markers in it.
  ///
  /// - Returns: nil if the file was never there, if it was changed too long ago for the limit, or
  ///   before the history of a shallow clone begins.
  /// - Complexity: One commit and a few folders a step.
  package func origin(
    of path: String, from tip: ObjectID, limit: Int = originLimit
  ) throws(StoreError) -> FileOrigin? {
    let cut = try git { () throws(GitError) in try repository.shallowCommits }
    var commit = try git { () throws(GitError) in try repository.commit(tip) }
    let wanted = try leaf(at: path, of: commit)
    for _ in 0..<limit {
      if cut.contains(commit.id) { return nil }
      guard let parent = try parent(of: commit, having: wanted, at: path) else {
        // A root that lacks the file did not take it away.
        return wanted == nil && commit.parents.isEmpty ? nil : FileOrigin(commit)
      }
      commit = parent
    }
    return nil
  }

  private func parent(
    of commit: Commit, having wanted: TreeEntry?, at path: String
  ) throws(StoreError) -> Commit? {
    for id in commit.parents {
      let parent = try git { () throws(GitError) in try repository.commit(id) }
      if try leaf(at: path, of: parent) == wanted { return parent }
    }
    return nil
  }

  private func leaf(at path: String, of commit: Commit) throws(StoreError) -> TreeEntry? {
    try git { () throws(GitError) in try repository.treeEntry(at: path, in: commit.tree) }
  }
}
