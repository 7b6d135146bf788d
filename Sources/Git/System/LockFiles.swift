import Libc

/// A file such as `main.lock`, which shows that `main` is being written.
///
/// The writing process creates it, and finally renames or removes it. A killed process leaves it
/// behind.
package struct LockFile: Hashable, Sendable {
  package let path: String
  /// The modification time, in seconds since 1970.
  package let seconds: Int64
  /// The inode number, which differs for a later file at the same path.
  let inode: UInt64

  /// Returns the path of the lock file from git's message that the file already exists; nil for any
  /// other message.
  static func path(in line: some StringProtocol) -> String? {
    let words = String(line).split(separator: "Unable to create '", maxSplits: 1)
    guard words.count == 2, let end = words[1].firstRange(of: ".lock': File exists") else {
      return nil
    }
    // git may join the parts of a path with an additional slash or dot.
    let path = words[1][..<end.lowerBound].replacing("//", with: "/").replacing("/./", with: "/")
    return path + ".lock"
  }
}

extension Repository {
  /// Returns the lock files that prevent changes of some references. These are the lock files of:
  /// - the references and their reflogs
  /// - `packed-refs` and the configuration
  /// - the indexes of work trees that have a reference checked out
  ///
  /// - Parameter references: Full names.
  package func lockFiles(for references: [String]) throws(GitError) -> [LockFile] {
    let names = references.flatMap { ["\($0).lock", "logs/\($0).lock"] }
    var paths = (names + ["packed-refs.lock", "config.lock"]).map { commonDirectory + $0 }
    for reference in references {
      paths += try worktrees(havingCheckedOut: reference).map { $0.gitDirectory + "index.lock" }
    }
    var found: [LockFile] = []
    for path in paths { if let file = try LockFile(at: path) { found.append(file) } }
    return found
  }

  /// Removes a lock file that was left behind, unless another one has replaced it.
  ///
  /// - Returns: Whether it was removed; `false` if it does not exist any more or was replaced.
  package func remove(_ lock: LockFile) throws(GitError) -> Bool {
    guard try LockFile(at: lock.path) == lock else { return false }
    if unlink(lock.path) == 0 { return true }
    if errno == ENOENT { return false }
    throw .system("remove '\(lock.path)'")
  }
}

extension LockFile {
  fileprivate init?(at path: String) throws(GitError) {
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .system("look at '\(path)'")
    }
    self.path = path
    #if canImport(Darwin)
      seconds = Int64(status.st_mtimespec.tv_sec)
    #else
      seconds = Int64(status.st_mtim.tv_sec)
    #endif
    inode = UInt64(status.st_ino)
  }
}
