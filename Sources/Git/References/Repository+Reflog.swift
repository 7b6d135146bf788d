import CGit2
import Libc

extension Repository {
  /// Returns the moves in a reference's reflog, newest first; empty if there is no reflog.
  ///
  /// The objects may not exist any more. A reflog protects them from `git gc` only until git's
  /// `gc.reflogExpire`.
  ///
  /// The C function is `git_reflog_read`.
  package func reflog(of name: String) throws(GitError) -> [ReferenceMove] {
    let log = try Handle("read the reflog of '\(name)'", git_reflog_free) {
      git_reflog_read($0, handle.raw, name)
    }
    return (0..<git_reflog_entrycount(log.raw)).compactMap { index in
      guard let entry = git_reflog_entry_byindex(log.raw, index),
        let old = git_reflog_entry_id_old(entry), let new = git_reflog_entry_id_new(entry)
      else { return nil }
      return ReferenceMove(
        origin: ObjectID(old.pointee), target: ObjectID(new.pointee),
        reason: git_reflog_entry_message(entry).map { String(cString: $0) } ?? "")
    }
  }

  /// Returns the last move in the reflog of this work tree's `HEAD`; `nil` if there is no reflog,
  /// or if its last line can't be parsed.
  ///
  /// - Complexity: Reads only the end of the file; `git_reflog_read` would read all of it.
  package func lastHeadReflogEntry() throws(GitError) -> ReferenceMove? {
    let path = gitDirectory + "logs/HEAD"
    guard let file = fopen(path, "re") else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system("read '\(path)'")
    }
    defer { fclose(file) }
    var length = 4096
    while true {
      if fseek(file, -length, SEEK_END) != 0 { rewind(file) }
      var end = [UInt8](repeating: 0, count: length)
      let count = fread(&end, 1, length, file)
      let lines = end[..<count].split(separator: UInt8(ascii: "\n"))
      // A reflog line can have any length.
      if lines.count > 1 || count < length { return lines.last.flatMap(ReferenceMove.init) }
      length *= 8
    }
  }
}

/// One move of a reference, from its reflog.
package struct ReferenceMove: Equatable, Sendable {
  /// The object before the move; all zeros if the reference did not exist.
  package let origin: ObjectID
  package let target: ObjectID
  /// The reason given by the program that moved it, such as `pmgit: move k7m2`, or in git's words
  /// `merge side: Fast-forward`.
  package let reason: String
}

extension ReferenceMove {
  /// Parses `<old id> <new id> <person> <time> <zone>`, a tab, and the reason; nil if the line has
  /// another form.
  fileprivate init?(line: some Collection<UInt8>) {
    let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
    let ids = parts.first?.split(separator: UInt8(ascii: " "), maxSplits: 2) ?? []
    guard parts.count == 2, ids.count > 1, let origin = ObjectID(hexadecimalDigits: ids[0]),
      let target = ObjectID(hexadecimalDigits: ids[1])
    else { return nil }
    self.init(
      origin: origin, target: target, reason: String(decoding: parts[1], as: UTF8.self))
  }
}
