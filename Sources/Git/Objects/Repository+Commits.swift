import CGit2

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

  private static func listParents(_ commit: borrowing Handle<CommitKind>) -> [ObjectID] {
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
  /// `git_commit_create` is not used: on a full disk it may report success without an object.
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
  /// - Returns: `nil` if the revision does not exist, or names an object that leads to no commit.
  /// - Throws: `GitError` with code `.ambiguous` if an abbreviated id matches several objects.
  ///
  /// The C functions are `git_revparse_single` and `git_object_peel`.
  package func commit(named revision: String) throws(GitError) -> ObjectID? {
    let operation = "find commit '\(revision)'"
    var object: OpaquePointer?
    let status = git_revparse_single(&object, raw, revision)
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

  private func openCommit(_ id: ObjectID) throws(GitError) -> Handle<CommitKind> {
    var id = id.raw
    return try Handle("read commit \(ObjectID(id))") { git_commit_lookup($0, raw, &id) }
  }

  private func requireObject(_ id: ObjectID, type: git_object_t) throws(GitError) {
    if try objectHeader(id).type != type {
      throw GitError(.invalid, "object \(id) is of another type", operation: "write a commit")
    }
  }
}

extension Signature {
  init(_ raw: git_signature) {
    self.init(
      name: String(cString: raw.name), email: String(cString: raw.email),
      seconds: raw.when.time, offsetMinutes: Int(raw.when.offset))
  }
}
