import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

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

  /// Returns why `HEAD` of this work tree moved last, as its reflog has it: `commit (amend): …`;
  /// `nil` without a reflog.
  ///
  /// - Complexity: Reads the end of the file; `git_reflog_read` would read all of it.
  package func lastMoveOfHead() throws(GitError) -> String? {
    let path = gitDirectory + "logs/HEAD"
    guard let file = fopen(path, "re") else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system("read '\(path)'")
    }
    defer { fclose(file) }
    var end = [UInt8](repeating: 0, count: 4096)
    if fseek(file, -end.count, SEEK_END) != 0 { rewind(file) }
    let count = fread(&end, 1, end.count, file)
    let line = end[..<count].split(separator: UInt8(ascii: "\n")).last
    let parts = line?.split(separator: UInt8(ascii: "\t"), maxSplits: 1) ?? []
    return parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : nil
  }
}
