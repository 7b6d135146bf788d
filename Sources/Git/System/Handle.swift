import CGit2

/// A type of libgit2 object with its own function to free it.
protocol Releasable {
  static func release(_ raw: OpaquePointer)
}

/// Owns one libgit2 object, and frees the object at the end of the handle's scope.
///
/// A handle stays in the function or the `Repository` that opened it, so it never outlives the
/// repository. Because a handle cannot be copied, it lives to the end of its scope (SE-0390), and
/// so does the object `raw`.
struct Handle<Kind: Releasable>: ~Copyable {
  let raw: OpaquePointer

  /// Opens an object.
  ///
  /// - Parameters:
  ///   - operation: The operation for messages, as in `GitError.operation`.
  ///   - open: Calls the C function with a pointer to the new object, and returns its status.
  init(
    _ operation: @autoclosure () -> String,
    _ open: (UnsafeMutablePointer<OpaquePointer?>) -> Int32
  ) throws(GitError) {
    var opened: OpaquePointer?
    try check(open(&opened), operation())
    guard let opened else {
      throw GitError(.generic, "libgit2 returned no object", operation: operation())
    }
    raw = opened
  }

  deinit { Kind.release(raw) }
}

/// Throws the error that libgit2 left on this thread if `status` is negative.
///
/// A zero or positive status is a result for the caller. The message is read immediately, because
/// the next call of libgit2 on this thread may replace it.
func check(_ status: Int32, _ operation: @autoclosure () -> String) throws(GitError) {
  if status < 0 { throw .last(status: status, operation: operation()) }
}

enum RepositoryKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_repository_free(raw) }
}

enum ObjectDatabaseKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_odb_free(raw) }
}

enum StoredObjectKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_odb_object_free(raw) }
}

enum TreeKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_tree_free(raw) }
}

enum TreeEntryKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_tree_entry_free(raw) }
}

enum TreeBuilderKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_treebuilder_free(raw) }
}

enum CommitKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_commit_free(raw) }
}

enum RevisionWalkKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_revwalk_free(raw) }
}

enum ReferenceIteratorKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_reference_iterator_free(raw) }
}

enum ReflogKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_reflog_free(raw) }
}

enum ConfigurationKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_config_free(raw) }
}

enum ConfigurationIteratorKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_config_iterator_free(raw) }
}

enum MailmapKind: Releasable {
  static func release(_ raw: OpaquePointer) { git_mailmap_free(raw) }
}
