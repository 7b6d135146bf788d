import CGit2

/// A commit as read from the repository.
package struct Commit: Equatable, Sendable {
  package var id: ObjectID
  package var tree: ObjectID
  /// The parents in the commit's order; empty for a root commit.
  package var parents: [ObjectID]

  package var author: Signature
  /// The person who made the commit.
  package var committer: Signature

  /// The whole message, with bytes that are not UTF-8 replaced by U+FFFD.
  package var message: String
}

/// The contents of a commit to be written.
package struct CommitDraft: Equatable, Sendable {
  package var tree: ObjectID

  /// The parents in order; empty for a root commit.
  package var parents: [ObjectID]

  package var author: Signature
  /// The person who makes the commit.
  package var committer: Signature

  /// The whole message. By convention it has a subject of at most 50 characters, an empty line, the
  /// body, and a newline at the end.
  package var message: String

  package init(
    tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature, message: String
  ) {
    (self.tree, self.parents) = (tree, parents)
    (self.author, self.committer, self.message) = (author, committer, message)
  }

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

/// A person and a time: the author or committer of a commit, or the writer of a reflog line.
package struct Signature: Equatable, Sendable {
  package var name: String

  /// The person's email address, which may be empty.
  package var email: String

  /// The time in seconds since 1970, UTC.
  package var seconds: Int64

  /// The time zone in minutes east of UTC.
  package var offsetMinutes: Int

  /// Creates a signature without checking it. `writeCommit` refuses values that git cannot store.
  package init(name: String, email: String, seconds: Int64, offsetMinutes: Int) {
    (self.name, self.email) = (name, email)
    (self.seconds, self.offsetMinutes) = (seconds, offsetMinutes)
  }

  /// The person without the time: `Ada Lovelace <ada@example.org>`.
  package var formatted: String { "\(name) <\(email)>" }

  /// The time as git writes it: `1700000000 +0130`.
  package var formattedTime: String { "\(seconds) \(formattedOffset)" }

  private var formattedOffset: String {
    let minutes = abs(offsetMinutes)
    let digits = String(minutes / 60 * 100 + minutes % 60)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return (offsetMinutes < 0 ? "-" : "+") + padding + digits
  }

  /// The reason why git could not store this signature in a commit; `nil` if it can.
  ///
  /// The rules are those of `git fsck`. The name must not be empty. Name and email must not contain
  /// `<`, `>`, a newline or NUL. The time must not be before 1970. The offset must have four
  /// digits.
  var problem: String? {
    let forbidden: Set<UInt8> = [0, UInt8(ascii: "\n"), UInt8(ascii: "<"), UInt8(ascii: ">")]
    if name.utf8.allSatisfy({ $0 == UInt8(ascii: " ") }) { return "the name is empty" }
    if name.utf8.contains(where: forbidden.contains) { return "the name has '<', '>' or a newline" }
    if email.utf8.contains(where: forbidden.contains) {
      return "the email has '<', '>' or a newline"
    }
    if seconds < 0 { return "the time is before 1970" }
    if abs(offsetMinutes) >= 100 * 60 { return "the time zone is out of range" }
    return nil
  }

  /// Whether git stores a name or an address unchanged: `withoutCrud` has nothing to remove, and
  /// the text is not empty.
  package static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && withoutCrud(text) == text
  }

  /// Returns `text` as git writes it in a signature: without `<`, `>`, newlines and NULs, and
  /// without spaces and punctuation around it, which git calls crud.
  ///
  /// The C function is git's `strbuf_addstr_without_crud`.
  static func withoutCrud(_ text: String) -> String {
    let removed = Set("\0\n<>".utf8)
    let crud = Set(".,:;<>\"\\'".utf8)
    func isCrud(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: " ") || crud.contains(byte) }

    let trimmed = Array(text.utf8.drop(while: isCrud)).reversed().drop(while: isCrud).reversed()
    return String(decoding: trimmed.filter { !removed.contains($0) }, as: UTF8.self)
  }
}

extension Repository {
  /// Reads a commit.
  ///
  /// - Throws: `GitError` with code `.notFound` if the commit does not exist.
  ///
  /// The C function is `git_commit_lookup`.
  package func commit(_ id: ObjectID) throws(GitError) -> Commit {
    let commit = try openCommit(id)
    return Commit(
      id: id, tree: ObjectID(git_commit_tree_id(commit.raw).pointee),
      parents: Self.listParents(commit),
      author: Signature(git_commit_author(commit.raw).pointee),
      committer: Signature(git_commit_committer(commit.raw).pointee),
      message: git_commit_message_raw(commit.raw).map { String(cString: $0) } ?? "")
  }

  /// Returns the parents of a commit, without reading the rest of it.
  func parents(of id: ObjectID) throws(GitError) -> [ObjectID] {
    Self.listParents(try openCommit(id))
  }

  private static func listParents(_ commit: borrowing Handle) -> [ObjectID] {
    let raw = commit.raw
    return (0..<git_commit_parentcount(raw)).compactMap { index in
      git_commit_parent_id(raw, index).map { ObjectID($0.pointee) }
    }
  }

  /// Stores a commit and returns its id.
  ///
  /// - Throws: `GitError` with code `.notFound` if the tree or a parent does not exist. The code is
  ///   `.invalid` if one is of another type, or if git could not read the commit back.
  ///
  /// `git_commit_create` is not used: on a full disk it may report success without storing the
  /// commit.
  package func writeCommit(_ draft: CommitDraft) throws(GitError) -> ObjectID {
    if let problem = draft.problem {
      throw GitError(.invalid, problem, operation: "write a commit")
    }
    try requireObject(draft.tree, type: GIT_OBJECT_TREE)
    for parent in draft.parents { try requireObject(parent, type: GIT_OBJECT_COMMIT) }
    return try writeObject(draft.serialized, type: GIT_OBJECT_COMMIT, "write a commit")
  }

  /// Resolves a revision, such as `3f2a9c1`, `main~3` or `HEAD@{1}`, to a commit.
  ///
  /// - Returns: `nil` if the revision is malformed, does not exist, or names an object that leads
  ///   to no commit.
  /// - Throws: `GitError` with code `.ambiguous` if an abbreviated id matches several objects.
  ///
  /// The C functions are `git_revparse_single` and `git_object_peel`.
  package func commit(named revision: String) throws(GitError) -> ObjectID? {
    let operation = "find commit '\(revision)'"
    var object: OpaquePointer?
    let status = git_revparse_single(&object, handle.raw, revision)
    defer { git_object_free(object) }
    if status == GIT_ENOTFOUND.rawValue || status == GIT_EINVALIDSPEC.rawValue { return nil }
    try check(status, operation)
    var commit: OpaquePointer?
    defer { git_object_free(commit) }
    let peeled = git_object_peel(&commit, object, GIT_OBJECT_COMMIT)
    if peeled == GIT_EPEEL.rawValue || peeled == GIT_EINVALIDSPEC.rawValue { return nil }
    try check(peeled, operation)
    return git_object_id(commit).map { ObjectID($0.pointee) }
  }

  private func openCommit(_ id: ObjectID) throws(GitError) -> Handle {
    var id = id.raw
    return try Handle("read commit \(ObjectID(id))", git_commit_free) {
      git_commit_lookup($0, handle.raw, &id)
    }
  }

  private func requireObject(_ id: ObjectID, type: git_object_t) throws(GitError) {
    // libgit2 does not read a commit again that it has read before.
    if type == GIT_OBJECT_COMMIT, isReadableCommit(id) { return }
    if try objectHeader(id).type != type {
      throw GitError(.invalid, "object \(id) is of another type", operation: "write a commit")
    }
  }

  private func isReadableCommit(_ id: ObjectID) -> Bool {
    var (id, commit) = (id.raw, OpaquePointer?.none)
    defer { git_commit_free(commit) }
    return git_commit_lookup(&commit, handle.raw, &id) == 0
  }
}

extension Signature {
  init(_ raw: git_signature) {
    self.init(
      name: String(cString: raw.name), email: String(cString: raw.email),
      seconds: raw.when.time, offsetMinutes: Int(raw.when.offset))
  }
}
