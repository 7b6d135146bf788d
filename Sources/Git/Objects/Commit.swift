/// A commit as read from the repository.
package struct Commit: Equatable, Sendable {
  /// The id of the commit.
  package var id: ObjectID

  /// The id of the commit's tree.
  package var tree: ObjectID

  /// The parents in the commit's order; empty for a root commit.
  package var parents: [ObjectID]

  /// The author of the change.
  package var author: Signature

  /// The person who made the commit.
  package var committer: Signature

  /// The whole message, with bytes that are not UTF-8 replaced by U+FFFD.
  package var message: String

  /// Creates a commit to compare with one that was read.
  package init(
    id: ObjectID, tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
    message: String
  ) {
    self.id = id
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.message = message
  }
}

/// The contents of a commit to be written.
package struct CommitDraft: Equatable, Sendable {
  /// The id of the tree.
  package var tree: ObjectID

  /// The parents in order; empty for a root commit.
  package var parents: [ObjectID]

  /// The author of the change.
  package var author: Signature

  /// The person who makes the commit.
  package var committer: Signature

  /// The whole message. By convention it has a subject of at most 50 characters, an empty line, the
  /// body, and a newline at the end.
  package var message: String

  package init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) {
    self.tree = tree
    self.parents = parents
    self.author = author
    self.committer = committer
    self.message = message
  }
}

extension CommitDraft {
  /// The bytes of the commit object, without its header.
  ///
  /// `git_commit_create_buffer` returns the same bytes, but requires every parent to be opened
  /// first.
  var serialized: [UInt8] {
    var lines = ["tree \(tree)"]
    lines += parents.map { "parent \($0)" }
    lines.append("author \(author.formatted) \(author.formattedTime)")
    lines.append("committer \(committer.formatted) \(committer.formattedTime)")
    return Array((lines.joined(separator: "\n") + "\n\n" + message).utf8)
  }

  /// The reason why git could not store the draft; `nil` if it can.
  var problem: String? {
    if let problem = author.problem { return "author: \(problem)" }
    if let problem = committer.problem { return "committer: \(problem)" }
    if message.utf8.contains(0) { return "the message has a NUL character" }
    return nil
  }
}
