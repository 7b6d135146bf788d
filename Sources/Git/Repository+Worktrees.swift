import CGit2

extension Repository {
  /// Returns the folders of the work trees, the main one included, in which a branch is checked
  /// out, whether or not it has a commit yet.
  ///
  /// Work trees whose folder is gone are left out.
  ///
  /// - Parameter branch: The full name: `refs/heads/main`.
  package func worktrees(havingCheckedOut branch: String) throws(GitError) -> [String] {
    var folders: [String] = []
    let main = try Repository(openingAt: commonDirectory)
    if let folder = main.workTree, try main.checkedOutBranch() == branch { folders.append(folder) }
    for name in try linkedWorktreeNames() {
      guard let linked = try linkedWorktree(name), let folder = linked.workTree else { continue }
      if try linked.checkedOutBranch() == branch { folders.append(folder) }
    }
    return folders
  }

  /// Returns the branch that `HEAD` names, or `nil` if it names a commit.
  package func checkedOutBranch() throws(GitError) -> String? {
    let head = try Handle<ReferenceKind>("read HEAD of '\(gitDirectory)'") {
      git_reference_lookup($0, handle.raw, "HEAD")
    }
    return git_reference_symbolic_target(head.raw).map { String(cString: $0) }
  }

  private func linkedWorktreeNames() throws(GitError) -> [String] {
    var names = git_strarray()
    try check(git_worktree_list(&names, handle.raw), "list the work trees")
    defer { git_strarray_dispose(&names) }
    return [String](names)
  }

  /// Opens a linked work tree, or returns `nil` if its folder is gone.
  private func linkedWorktree(_ name: String) throws(GitError) -> Repository? {
    let worktree = try Handle<WorktreeKind>("read work tree '\(name)'") {
      git_worktree_lookup($0, handle.raw, name)
    }
    guard git_worktree_validate(worktree.raw) == 0, let path = git_worktree_path(worktree.raw)
    else {
      return nil
    }
    return try Repository(openingAt: String(cString: path))
  }
}

extension [String] {
  init(_ raw: git_strarray) {
    self = UnsafeBufferPointer(start: raw.strings, count: raw.count).compactMap { text in
      text.map { String(cString: $0) }
    }
  }
}
