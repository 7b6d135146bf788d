package import Git

/// A work tree that was left behind when the branch that it has checked out moved.
package struct StaleWorktree {
  package let folder: String
  /// The arguments of git, run there, that bring it along. They overwrite nothing.
  package let arguments: [String]
  package let reason: GitProgramError
}

/// Work trees that have the board's branch checked out.
///
/// Where a branch moves beneath them, files and index stay as they were, and git shows the
/// difference as staged: the next commit by hand would take the change back. So they follow.
extension BoardStore {
  /// Makes ready to move the branch, under the writers' lock.
  ///
  /// - Returns: The work trees that have to follow; nearly always none.
  /// - Throws: `StoreError.checkedOut` if one of them can't.
  func worktreesToUpdate(
    from old: ObjectID?, to target: ObjectID
  ) async throws(StoreError) -> [(folder: String, update: WorktreeUpdate)] {
    let worktrees = try git { () throws(GitError) in
      try repository.worktrees(havingCheckedOut: branch)
    }
    var updates: [(folder: String, update: WorktreeUpdate)] = []
    for worktree in worktrees {
      let update = WorktreeUpdate(
        of: worktree, in: repository, from: old, to: target, environment: environment)
      let obstacle: WorktreeObstacle?
      do throws(GitError) {
        obstacle = try await update.obstacle()
      } catch {
        throw .git(error)
      }
      if let obstacle { throw .checkedOut(name, path: worktree.folder, obstacle) }
      updates.append((worktree.folder, update))
    }
    return updates
  }

  /// Lets the work trees follow, after the branch has moved.
  ///
  /// One that can't any more, as a file was changed there meanwhile, is told of. The board has the
  /// change by now: to fail would be to deny that.
  func update(_ worktrees: [(folder: String, update: WorktreeUpdate)]) async {
    for (folder, update) in worktrees {
      do throws(GitProgramError) {
        try await update.run()
      } catch {
        onStaleWorktree(
          StaleWorktree(folder: folder, arguments: update.arguments, reason: error))
      }
    }
  }
}
