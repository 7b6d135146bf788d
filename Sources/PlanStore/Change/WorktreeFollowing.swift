package import Git

/// A work tree that was left behind when the branch that it has checked out moved.
package struct StaleWorktree {
  package let folder: String
  /// The arguments of git, run in the folder, that update the work tree; they overwrite nothing.
  package let arguments: [String]
  package let reason: GitProgramError
}

/// Work trees that have the board's branch checked out.
///
/// When the branch moves, their files and index stay as they were, and git shows the difference as
/// staged: the next commit by hand would take the change back. So they follow.
extension BoardStore {
  /// Prepares the work trees for a move of the branch, under the writers' lock.
  ///
  /// - Returns: The work trees that have to follow; nearly always none.
  /// - Throws: `StoreError.checkedOut` if one of them can't.
  func worktreesToUpdate(
    from old: ObjectID?, to target: ObjectID
  ) async throws(StoreError) -> [WorktreeUpdate] {
    let worktrees = try repository.worktrees(havingCheckedOut: branch)
    var updates: [WorktreeUpdate] = []
    for worktree in worktrees {
      let update = WorktreeUpdate(
        of: worktree, in: repository.git, from: old, to: target, environment: environment)
      var obstacle = try await obstacle(of: update)
      if case .change? = obstacle, let old, try await catchUp(worktree, to: old) {
        obstacle = try await self.obstacle(of: update)
      }
      if let obstacle { throw .checkedOut(name, path: worktree.folder, obstacle) }
      updates.append(update)
    }
    return updates
  }

  private func obstacle(
    of update: WorktreeUpdate
  ) async throws(StoreError) -> WorktreeObstacle? {
    do throws(GitError) {
      return try await update.obstacle()
    } catch {
      throw .git(error)
    }
  }

  /// Updates a work tree that stayed behind because a command was killed after it had moved the
  /// branch.
  ///
  /// The difference that git calls staged there is the reversal of that change: committing it as a
  /// change of a person would take back a change that was reported as done.
  /// - Returns: Whether it shows `tip` now.
  private func catchUp(
    _ worktree: BranchWorktree, to tip: ObjectID
  ) async throws(StoreError) -> Bool {
    guard let note = WorktreeJournal(in: lockFolder).read(), try isAncestor(note.new, of: tip)
    else {
      return false
    }
    let update = WorktreeUpdate(
      of: worktree, in: repository.git, from: note.old, to: tip, environment: environment)
    guard await update.showsOldCommit() else { return false }
    do {
      try await update.run()
      return true
    } catch {
      return false  // The obstacle says what is to do.
    }
  }

  /// Updates the work trees after the branch has moved.
  ///
  /// A work tree that can't follow any more, because a file in it was changed meanwhile, is
  /// reported. The board has the change by now, so an error here would be false.
  func update(_ worktrees: [WorktreeUpdate]) async {
    for update in worktrees {
      do throws(GitProgramError) {
        try await update.run()
      } catch {
        onStaleWorktree(
          StaleWorktree(
            folder: update.worktree.folder, arguments: update.arguments, reason: error))
      }
    }
  }
}
