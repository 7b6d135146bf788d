import Git

/// Updates work trees that have the board's branch checked out.
///
/// Moving the branch leaves their files and index unchanged. git would show the difference as
/// staged, and the next commit by hand would undo the change.
extension BoardStore {
  /// Prepares the work trees for a move of the branch, under the writers' lock.
  ///
  /// - Returns: The updates to run after the move; nearly always empty.
  /// - Throws: `StoreError.checkedOut` if a work tree can't be updated.
  func worktreesToUpdate(
    from old: ObjectID?, to target: ObjectID
  ) async throws -> [WorktreeUpdate] {
    let worktrees = try repository.worktrees(havingCheckedOut: branch)
    var updates: [WorktreeUpdate] = []
    for worktree in worktrees {
      let update = WorktreeUpdate(
        of: worktree, in: repository, from: old, to: target, environment: environment)
      var obstacle = try await update.obstacle()
      if case .change? = obstacle, let old, try await catchUp(worktree, to: old) {
        obstacle = try await update.obstacle()
      }
      if let obstacle { throw StoreError.checkedOut(name, path: worktree.folder, obstacle) }
      updates.append(update)
    }
    return updates
  }

  /// Updates a work tree that still shows the older commit because a command was killed after it
  /// moved the branch.
  ///
  /// In such a work tree, git shows the reversal of the command's change as staged. Committing that
  /// would undo the change.
  ///
  /// - Returns: Whether the work tree shows `tip` now.
  private func catchUp(_ worktree: BranchWorktree, to tip: ObjectID) async throws -> Bool {
    guard let move = interruptedMove(), try isAncestor(move.new, of: tip) else { return false }
    let update = WorktreeUpdate(
      of: worktree, in: repository, from: move.old, to: tip, environment: environment)
    guard await update.showsOldCommit() else { return false }
    do {
      try await update.run()
      return true
    } catch {
      return false  // The obstacle explains what to do.
    }
  }

  /// Updates the work trees after the branch has moved.
  ///
  /// Calls `onStaleWorktree` for each work tree that can't be updated, for example because one of
  /// its files was changed meanwhile. This is not an error, because the board already has the
  /// change.
  func update(_ worktrees: [WorktreeUpdate]) async {
    for update in worktrees {
      do throws(GitProgramError) {
        try await update.run()
      } catch {
        onStaleWorktree(update, error)
      }
    }
  }
}

extension BoardStore {
  /// The file with a note that a command writes before it moves a checked-out branch, and removes
  /// after the work trees are updated. It has the commit that work trees show, and the commit to
  /// update them to.
  ///
  /// It shows that a killed command left a work tree behind. Without the note, it would look as if
  /// a person had staged an older version. The writers' lock guards the note.
  ///
  /// Errors are ignored: if the disk rejects the note, writing the change fails too and is
  /// reported.
  var followingFile: LineFile { LineFile(path: "\(lockFolder)/following") }

  /// Reads the note in `followingFile`; nil if there is no valid one.
  private func interruptedMove() -> (old: ObjectID, new: ObjectID)? {
    let ids = followingFile.read()?.split(separator: " ").map { ObjectID(hex: String($0)) } ?? []
    guard ids.count == 2, let old = ids[0], let new = ids[1] else { return nil }
    return (old, new)
  }
}
