import CGit2

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Repository {
  /// Returns the folders of the work trees, the main one included, in which a branch is checked
  /// out, whether or not it has a commit yet; each ends in `/`.
  ///
  /// Work trees whose folder is gone are left out. None is opened: git's files about them are read,
  /// so one that belongs to somebody else, or is broken, is no obstacle.
  ///
  /// - Parameter branch: The full name: `refs/heads/main`.
  package func worktrees(havingCheckedOut branch: String) throws(GitError) -> [String] {
    var folders: [String] = []
    if try isCheckedOut(branch, in: commonDirectory), let folder = try mainWorkTree() {
      folders.append(folder)
    }
    let worktrees = commonDirectory + "worktrees/"
    for name in try Self.fileNames(in: worktrees) {
      let part = "\(worktrees)\(name)/"
      // A part that can't be read is not one that git works in.
      guard (try? isCheckedOut(branch, in: part)) == true,
        let folder = linkedWorkTree(of: part)
      else { continue }
      folders.append(folder)
    }
    return folders
  }

  /// Whether the `HEAD` of a git directory names a branch.
  private func isCheckedOut(_ branch: String, in directory: String) throws(GitError) -> Bool {
    let lead = "ref:"
    guard let text = try fileText(directory + "HEAD"), text.hasPrefix(lead) else { return false }
    let name = text.dropFirst(lead.count).drop { $0 == " " || $0 == "\t" }
    return name.prefix { !$0.isWhitespace } == branch
  }

  /// The work tree beside the common directory, also where this repository is a linked one of it.
  private func mainWorkTree() throws(GitError) -> String? {
    if gitDirectory == commonDirectory { return workTree }
    if try configBool("core.bare") ?? false { return nil }
    let configured = try configString("core.worktree")
    let path = configured.map { $0.hasPrefix("/") ? $0 : commonDirectory + $0 }
    return Self.realFolder(path ?? commonDirectory + "..")
  }

  /// The folder of a linked work tree, which says in its `.git` where its part is; nil if it is
  /// gone.
  private func linkedWorkTree(of part: String) -> String? {
    guard let text = try? fileText(part + "gitdir") else { return nil }
    let line = text.prefix { $0 != "\n" && $0 != "\r\n" }
    // Relative to the part, with `worktree.useRelativePaths`.
    let path = line.hasPrefix("/") ? String(line) : part + line
    let suffix = "/.git"
    guard path.hasSuffix(suffix), access(path, F_OK) == 0 || errno == EACCES else { return nil }
    let folder = String(path.dropLast(suffix.count))
    return Self.realFolder(folder) ?? folder + "/"
  }

  private static func realFolder(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real) + "/"
  }
}

extension [String] {
  init(_ raw: git_strarray) {
    self = UnsafeBufferPointer(start: raw.strings, count: raw.count).compactMap { text in
      text.map { String(cString: $0) }
    }
  }
}
