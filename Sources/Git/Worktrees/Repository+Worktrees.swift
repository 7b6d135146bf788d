import Libc

/// A work tree in which a branch is checked out or being rebased.
package struct BranchWorktree: Equatable, Sendable {
  /// The top folder, ending in `/`.
  package var folder: String

  /// The git directory with its `HEAD` and index, ending in `/`.
  package var gitDirectory: String

  /// The name of the git command that is unfinished, such as "rebase"; nil if there is none.
  package var operation: String?
}

extension Repository {
  /// Returns the work trees in which a branch is checked out or being rebased, including the main
  /// one. The branch may have no commit yet.
  ///
  /// Work trees whose folders do not exist are left out. No work tree is opened: only git's files
  /// about them are read. So a work tree that is broken or has another owner causes no failure.
  ///
  /// - Parameter branch: The full name: `refs/heads/main`.
  package func worktrees(havingCheckedOut branch: String) throws(GitError) -> [BranchWorktree] {
    var found: [BranchWorktree] = []
    if try isInUse(branch, in: commonDirectory), let folder = try mainWorkTree() {
      found.append(worktree(folder, of: commonDirectory))
    }
    let worktrees = commonDirectory + "worktrees/"
    for name in try Self.fileNames(in: worktrees) {
      let part = "\(worktrees)\(name)/"
      // git ignores an unreadable entry too.
      guard (try? isInUse(branch, in: part)) == true, let folder = linkedWorkTree(of: part)
      else { continue }
      found.append(worktree(folder, of: part))
    }
    return found
  }

  /// Returns the folders of all existing work trees, the main one included.
  package func workTreeFolders() throws(GitError) -> [String] {
    var folders = [try mainWorkTree()]
    for name in try Self.fileNames(in: commonDirectory + "worktrees/") {
      folders.append(linkedWorkTree(of: "\(commonDirectory)worktrees/\(name)/"))
    }
    return folders.compactMap(\.self)
  }

  /// Returns whether the `HEAD` of a git directory names a branch, or is detached by a rebase that
  /// will move the branch.
  private func isInUse(_ branch: String, in directory: String) throws(GitError) -> Bool {
    let lead = "ref:"
    guard let text = try textOfFile(directory + "HEAD") else { return false }
    if text.hasPrefix(lead) {
      let name = text.dropFirst(lead.count).drop { $0 == " " || $0 == "\t" }
      return name.prefix { !$0.isWhitespace } == branch
    }
    // With `rebase.updateRefs` one rebase moves several branches.
    for file in ["rebase-merge/head-name", "rebase-apply/head-name", "rebase-merge/update-refs"] {
      let names = try textOfFile(directory + file)?.split(whereSeparator: \.isNewline) ?? []
      if names.contains(where: { $0 == branch }) { return true }
    }
    return false
  }

  private func worktree(_ folder: String, of directory: String) -> BranchWorktree {
    BranchWorktree(
      folder: folder, gitDirectory: directory, operation: Self.operation(in: directory))
  }

  /// The name of the git command that is unfinished in this work tree, such as "rebase"; nil if
  /// there is none.
  package var operation: String? { Self.operation(in: gitDirectory) }

  private static func operation(in directory: String) -> String? {
    let signs = [
      ("rebase-merge", "rebase"), ("rebase-apply/applying", "am"), ("rebase-apply", "rebase"),
      ("MERGE_HEAD", "merge"), ("CHERRY_PICK_HEAD", "cherry-pick"), ("REVERT_HEAD", "revert"),
    ]
    return signs.first { access(directory + $0.0, F_OK) == 0 }?.1
  }

  /// Returns the main work tree, even if this repository was opened in a linked one; nil if the
  /// main repository is bare or the folder does not exist.
  private func mainWorkTree() throws(GitError) -> String? {
    if gitDirectory == commonDirectory { return workTree }
    if try configBool("core.bare") ?? false { return nil }
    let configured = try configString("core.worktree")
    let path = configured.map { $0.hasPrefix("/") ? $0 : commonDirectory + $0 }
    return Self.realFolder(path ?? commonDirectory + "..")
  }

  /// Returns the folder of the linked work tree whose git directory is `part`; nil if the folder or
  /// the file `.git` in it does not exist.
  private func linkedWorkTree(of part: String) -> String? {
    guard let text = try? textOfFile(part + "gitdir") else { return nil }
    let line = text.prefix { $0 != "\n" && $0 != "\r\n" }
    // With `worktree.useRelativePaths` the path is relative to `part`.
    let path = line.hasPrefix("/") ? String(line) : part + line
    let suffix = "/.git"
    guard path.hasSuffix(suffix), access(path, F_OK) == 0 || errno == EACCES else { return nil }
    let folder = String(path.dropLast(suffix.count))
    return Self.realFolder(folder) ?? folder + "/"
  }

  private static func realFolder(_ path: String) -> String? {
    realPath(path).map { $0 + "/" }
  }

  /// The rebase in progress in this work tree: the commit onto which the branch is rebased, and the
  /// branch's commit before. It is `nil` if there is no rebase.
  package var rebaseInProgress: (onto: ObjectID, origin: ObjectID)? {
    get throws(GitError) {
      for folder in ["rebase-merge/", "rebase-apply/"] {
        guard let onto = try objectID(inFile: folder + "onto"),
          let origin = try objectID(inFile: folder + "orig-head")
        else { continue }
        return (onto, origin)
      }
      return nil
    }
  }

  /// The full name of the branch that the rebase in this work tree will move; nil if no rebase is
  /// in progress, or if it was started without a branch, for which git writes `detached HEAD`.
  package var rebasedBranch: String? {
    get throws(GitError) {
      for folder in ["rebase-merge/", "rebase-apply/"] {
        let text = try textOfFile(gitDirectory + folder + "head-name")
        if let text { return text.hasPrefix("refs/") ? String(text.prefix { !$0.isNewline }) : nil }
      }
      return nil
    }
  }

  private func objectID(inFile name: String) throws(GitError) -> ObjectID? {
    try textOfFile(gitDirectory + name).flatMap { text in
      ObjectID(hex: String(text.prefix { $0.isHexDigit }))
    }
  }
}
