package import Git

/// A work tree that was not updated when its checked-out branch moved.
package struct StaleWorktree {
  package let folder: String
  /// The arguments for git that update the work tree when run in `folder`. They overwrite no
  /// changes.
  package let arguments: [String]
  package let reason: GitProgramError
}

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
    guard let note = WorktreeJournal(in: lockFolder).read(), try isAncestor(note.new, of: tip)
    else {
      return false
    }
    let update = WorktreeUpdate(
      of: worktree, in: repository, from: note.old, to: tip, environment: environment)
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
        onStaleWorktree(
          StaleWorktree(
            folder: update.worktree.folder, arguments: update.arguments, reason: error))
      }
    }
  }
}

/// A note that a command writes before it moves a checked-out branch, and removes after the work
/// trees are updated. It has the commit that work trees show, and the commit to update them to.
///
/// It shows that a killed command left a work tree behind. Without the note, it would look as if a
/// person had staged an older version. The writers' lock guards the note.
///
/// Errors are ignored: if the disk rejects the note, writing the change fails too and is reported.
struct WorktreeJournal {
  private let file: LineFile

  /// - Parameter folder: The folder of the writers' lock.
  init(in folder: String) { file = LineFile(path: folder + "/following") }

  func write(from old: ObjectID, to new: ObjectID) { file.write("\(old) \(new)") }

  func remove() { file.remove() }

  /// Reads the note; nil if there is no valid one. A note remains if a command was killed before it
  /// updated its work trees.
  func read() -> (old: ObjectID, new: ObjectID)? {
    let ids = file.read()?.split(separator: " ").map { ObjectID(hex: String($0)) } ?? []
    guard ids.count == 2, let old = ids[0], let new = ids[1] else { return nil }
    return (old, new)
  }
}
