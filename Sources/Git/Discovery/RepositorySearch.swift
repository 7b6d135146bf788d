import Libc

/// The search for the repository that git would use in a folder, by git's own rules.
///
/// libgit2's search has other rules: it ignores `safe.bareRepository`, and treats the value `*` of
/// `safe.directory` as a path.
///
/// The C function in git is `setup_git_directory_gently_1`.
struct RepositorySearch {
  /// The real path of the folder in which the search begins.
  let start: String
  /// The folders that the search does not enter when it moves up to a parent. They have no `/` at
  /// the end.
  let ceilings: [String]
  /// Whether the search goes on above a mount point.
  let crossesFileSystems: Bool

  /// A repository that was found, and whose trust has not been checked yet.
  enum Found: Equatable {
    /// A repository in a work tree.
    ///
    /// - Parameters:
    ///   - file: The path of the file `.git`; nil if `.git` is the git directory itself.
    case inWorkTree(top: String, file: String?, gitDirectory: String)
    case bare(String)
  }

  /// Searches the repository that contains a folder, as git does.
  ///
  /// - Parameter environment: The variables that limit the search.
  /// - Throws: `GitError` with the cause `.missingFolder` if the folder does not exist.
  init(from path: String, environment: [String: String]) throws(GitError) {
    let operation = "open repository '\(path)'"
    guard let start = realPath(path) else {
      var error = GitError.system(operation)
      if errno == ENOENT || errno == ENOTDIR {
        (error.code, error.cause) = (.notFound, .missingFolder(path))
      }
      throw error
    }
    self.start = start
    crossesFileSystems = isTrue(environment["GIT_DISCOVERY_ACROSS_FILESYSTEM"])
    ceilings = Self.ceilings(environment["GIT_CEILING_DIRECTORIES"] ?? "")
  }

  /// Parses a list of folders separated by `:`. After an empty entry, symbolic links are not
  /// resolved, because resolving them may be slow.
  private static func ceilings(_ list: String) -> [String] {
    var followsLinks = true
    var folders: [String] = []
    for entry in list.split(separator: ":", omittingEmptySubsequences: false).map(String.init) {
      if entry.isEmpty { followsLinks = false }
      guard entry.hasPrefix("/"), let folder = followsLinks ? realPath(entry) : entry else {
        continue
      }
      folders.append(folder.hasSuffix("/") ? String(folder.dropLast()) : folder)
    }
    return folders
  }

  /// Returns the nearest repository in the start folder or a folder above it; nil if there is none.
  ///
  /// - Throws: `GitError` if a file `.git` names no repository. git also stops searching in that
  ///   case.
  func find() throws(GitError) -> Found? {
    let device = try Self.device(of: start)
    var folder = start
    while true {
      if let found = try found(in: folder) { return found }
      guard let parent = parent(of: folder) else { return nil }
      if !crossesFileSystems, try Self.device(of: parent) != device { return nil }
      folder = parent
    }
  }

  /// Returns the parent of a folder; nil if the parent is a ceiling, or if the folder is the root.
  private func parent(of folder: String) -> String? {
    guard folder != "/" else { return nil }
    let above = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? ""
    if ceilings.contains(above) { return nil }
    return above.isEmpty ? "/" : above
  }

  private func found(in folder: String) throws(GitError) -> Found? {
    let name = folder == "/" ? "/.git" : folder + "/.git"
    var status = stat()
    if stat(name, &status) != 0 {
      guard errno == ENOENT || errno == ENOTDIR else { throw .system("read '\(name)'") }
    } else if status.st_mode & S_IFMT == S_IFDIR {
      if try Self.isGitDirectory(name) {
        return .inWorkTree(top: folder, file: nil, gitDirectory: name)
      }
    } else {
      let isSmallFile = status.st_mode & S_IFMT == S_IFREG && status.st_size <= 1 << 20
      let target = try Self.target(ofFile: name, isSmallFile: isSmallFile)
      return .inWorkTree(top: folder, file: name, gitDirectory: target)
    }
    return try Self.isGitDirectory(folder) ? .bare(folder) : nil
  }

  /// Returns the git directory that a file `.git` names: `gitdir: PATH`.
  private static func target(ofFile name: String, isSmallFile: Bool) throws(GitError) -> String {
    let lead = "gitdir: "
    let operation = "open repository '\(name)'"
    guard isSmallFile, let text = try textOfFile(name), text.hasPrefix(lead) else {
      throw GitError(.notFound, "the file '.git' names no repository", operation: operation)
    }
    var path = text.dropFirst(lead.count)
    while let last = path.last, last.isNewline { path.removeLast() }
    let folder = name.dropLast(".git".count)
    guard let target = realPath(path.hasPrefix("/") ? String(path) : "\(folder)\(path)"),
      try isGitDirectory(target)
    else {
      throw GitError(.notFound, "'\(path)' is not a repository", operation: operation)
    }
    return target
  }

  /// Whether a folder is a git directory: it has a `HEAD`, `objects` and `refs`. For a linked work
  /// tree, `objects` and `refs` are in the main repository.
  ///
  /// The contents of `HEAD` are not checked here; invalid contents are reported when it is read.
  private static func isGitDirectory(_ folder: String) throws(GitError) -> Bool {
    var status = stat()
    guard lstat(folder + "/HEAD", &status) == 0 else { return false }
    var common = folder
    if let text = try textOfFile(folder + "/commondir") {
      let path = text.prefix { !$0.isNewline }
      common = path.hasPrefix("/") ? String(path) : "\(folder)/\(path)"
    }
    return access(common + "/objects", X_OK) == 0 && access(common + "/refs", X_OK) == 0
  }

  private static func device(of folder: String) throws(GitError) -> dev_t {
    var status = stat()
    guard stat(folder, &status) == 0 else { throw .system("read '\(folder)'") }
    return status.st_dev
  }
}

/// Returns the path without symbolic links, `.` and `..`. If the path can't be resolved, returns
/// nil and sets `errno`.
func realPath(_ path: String) -> String? {
  guard let real = realpath(path, nil) else { return nil }
  defer { free(real) }
  return String(cString: real)
}
