import CGit2

extension Repository {
  /// Returns what a reference was at, the newest first, as its reflog has it; nothing without one.
  ///
  /// The objects may be gone: a reflog keeps them from `git gc` only for as long as git's
  /// `gc.reflogExpire` says.
  ///
  /// The C function is `git_reflog_read`.
  package func reflog(of name: String) throws(GitError) -> [ObjectID] {
    let log = try Handle<ReflogKind>("read the reflog of '\(name)'") {
      git_reflog_read($0, handle.raw, name)
    }
    return (0..<git_reflog_entrycount(log.raw)).compactMap { index in
      git_reflog_entry_byindex(log.raw, index).flatMap { git_reflog_entry_id_new($0) }
        .map { ObjectID($0.pointee) }
    }
  }
}
