#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The decision whether a repository that was found may be used, by git's own rules.
///
/// It may be somebody else's, and its configuration runs programs. So `safe.directory` and
/// `safe.bareRepository` count only where that repository can't set them: in the files of the user
/// and of the machine, and in the environment. A repository that `GIT_DIR` names needs no trust.
///
/// The C functions in git are `ensure_valid_ownership` and `get_allowed_bare_repo`.
struct Trust {
  let environment: [String: String]

  /// Throws unless git would use the repository.
  ///
  /// - Throws: `GitError` with code `.owner`, or with the cause `.bareRepository`.
  /// - Complexity: The configuration is read for a bare repository or that of somebody else.
  func check(_ found: RepositorySearch.Found) throws(GitError) {
    switch found {
    case .inWorkTree(let top, let file, let gitDirectory):
      try checkOwner(of: [file, top, gitDirectory].compactMap(\.self), identifiedBy: top)
    case .bare(let folder):
      try checkBare(folder)
      try checkOwner(of: [folder], identifiedBy: folder)
    }
  }

  /// A bare repository may be a folder of somebody's work tree, which they have committed. The folder
  /// `.git` of a work tree looks like one, seen from the inside, and git lets nobody commit that.
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
      .owner, "the repository is owned by somebody else", operation: "open repository '\(path)'")
  }

  /// Whether a file is the user's own. For root, that of the user who called `sudo` is, too.
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

  /// Whether `safe.directory` has the path, one above it as `PATH/*`, or `*`; an empty value cancels
  /// those before it.
  private func isSafe(_ path: String) throws(GitError) -> Bool {
    guard let real = realPath(path) else { return false }
    var isSafe = false
    for value in try Repository.protectedStrings("safe.directory", environment) {
      switch value {
      case "": isSafe = false
      case "*": isSafe = true
      default: isSafe = isSafe || names(value, real)
      }
    }
    return isSafe
  }

  private func names(_ value: String, _ path: String) -> Bool {
    guard let value = expanded(value) else { return false }
    if value.hasSuffix("/*"), let folder = realPath(String(value.dropLast(2))) {
      return path.hasPrefix(folder == "/" ? folder : folder + "/")
    }
    return realPath(value) == path
  }

  /// Returns a path with the user's home in place of `~`, or of `~name`; nil if it is relative.
  private func expanded(_ value: String) -> String? {
    guard value.hasPrefix("~") else { return value.hasPrefix("/") || value == "." ? value : nil }
    let name = value.dropFirst().prefix { $0 != "/" }
    let rest = value.dropFirst(1 + name.count)
    if name.isEmpty { return environment["HOME"].map { $0 + rest } }
    guard let entry = getpwnam(String(name)) else { return nil }
    return String(cString: entry.pointee.pw_dir) + rest
  }
}
