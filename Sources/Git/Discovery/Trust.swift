import Libc

/// Checks by git's own rules whether a repository that a search found may be used.
///
/// A repository of another user is dangerous, because its configuration can run programs. So
/// `safe.directory` and `safe.bareRepository` are read only from places that the repository can't
/// write: the files of the user and of the system, and the environment. A repository named by
/// `GIT_DIR` is not checked.
///
/// The C functions in git are `ensure_valid_ownership` and `get_allowed_bare_repo`.
struct Trust {
  let environment: [String: String]

  /// Throws unless git would use the repository.
  ///
  /// - Throws: `GitError` with code `.owner` if the repository has another owner. The code is
  ///   `.invalid` if `safe.bareRepository` forbids the repository or has an unknown value.
  /// - Complexity: Reads the configuration only for a bare repository or one with another owner.
  func check(_ found: RepositorySearch.Found) throws(GitError) {
    switch found {
    case .inWorkTree(let top, let file, let gitDirectory):
      try checkOwner(of: [file, top, gitDirectory].compactMap(\.self), identifiedBy: top)
    case .bare(let folder):
      try checkBare(folder)
      try checkOwner(of: [folder], identifiedBy: folder)
    }
  }

  /// Checks `safe.bareRepository`, because a bare repository may be part of the files that another
  /// user committed. The folder `.git` of a work tree also looks like a bare repository from the
  /// inside. It is allowed, because git refuses to commit a folder of this name.
  private func checkBare(_ folder: String) throws(GitError) {
    let operation = "open repository '\(folder)'"
    switch try Repository.protectedStrings("safe.bareRepository", environment).last {
    case nil, "all": return
    case "explicit":
      let isOfWorkTree =
        folder.hasSuffix("/.git") || folder.contains("/.git/worktrees/")
        || folder.contains("/.git/modules/")
      if isOfWorkTree { return }
      throw GitError(
        .invalid, "'safe.bareRepository' is 'explicit'", operation: operation,
        cause: .bareRepository(folder))
    case let value?:
      throw GitError(
        .invalid, "'safe.bareRepository' is '\(value)', neither 'all' nor 'explicit'",
        operation: operation)
    }
  }

  private func checkOwner(of paths: [String], identifiedBy path: String) throws(GitError) {
    if paths.allSatisfy(isOwn) { return }
    if try isSafe(path) { return }
    throw GitError(
      .owner, "the repository is owned by another user", operation: "open repository '\(path)'")
  }

  /// Whether the user owns a file. For root, files of the user who called `sudo` count too.
  private func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    let user = geteuid()
    if status.st_uid == user { return true }
    guard user == 0, let caller = environment["SUDO_UID"].flatMap({ uid_t($0) }) else {
      return false
    }
    return status.st_uid == caller
  }

  /// Whether `safe.directory` contains the path, a folder above it as `PATH/*`, or `*`. An empty
  /// value cancels the values before it.
  private func isSafe(_ path: String) throws(GitError) -> Bool {
    guard let real = realPath(path) else { return false }
    var isSafe = false
    for value in try Repository.protectedStrings("safe.directory", environment) {
      switch value {
      case "": isSafe = false
      case "*": isSafe = true
      default: isSafe = isSafe || matches(value, real)
      }
    }
    return isSafe
  }

  private func matches(_ value: String, _ path: String) -> Bool {
    guard let value = expanded(value) else { return false }
    if value.hasSuffix("/*"), let folder = realPath(String(value.dropLast(2))) {
      return path.hasPrefix(folder == "/" ? folder : folder + "/")
    }
    return realPath(value) == path
  }

  /// Returns a path with `~` or `~name` replaced by that user's home. Returns nil if the home is
  /// unknown, or if the path is relative and not `.`.
  private func expanded(_ value: String) -> String? {
    guard value.hasPrefix("~") else { return value.hasPrefix("/") || value == "." ? value : nil }
    let name = value.dropFirst().prefix { $0 != "/" }
    let rest = value.dropFirst(1 + name.count)
    if name.isEmpty { return environment["HOME"].map { $0 + rest } }
    guard let entry = getpwnam(String(name)) else { return nil }
    return String(cString: entry.pointee.pw_dir) + rest
  }
}
