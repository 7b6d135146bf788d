package import Git

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
  /// its files was changed meanwhile. This is not an error, as the board already has the change.
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
/// trees are updated.
///
/// It shows that a killed command left a work tree behind. Without the note, it would look as if a
/// person had staged an older version.
struct WorktreeJournal {
  private let path: String

  /// The commit that work trees show, and the commit to update them to.
  struct Step {
    let old: ObjectID
    let new: ObjectID
  }

  /// - Parameter folder: The folder of the writers' lock, which guards the note.
  init(in folder: String) { path = folder + "/following" }

  /// Writes the commit that work trees show and the commit to update them to.
  ///
  /// Errors are ignored: if the disk rejects the note, writing the change fails too and is
  /// reported. A symbolic link at the note's path is replaced, not followed.
  func write(from old: ObjectID, to new: ObjectID) {
    unlink(path)
    guard let file = fopen(path, "wxe") else { return }
    fputs("\(old) \(new)\n", file)
    fclose(file)
  }

  func remove() { unlink(path) }

  /// Reads the note; nil if there is no valid one. A note remains if a command was killed before it
  /// updated its work trees.
  func read() -> Step? {
    // Opening a pipe would block, hence O_NONBLOCK.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = systemRead(file, &bytes, bytes.count)
    let words = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split {
      $0 == " " || $0 == "\n"
    }
    guard words.count == 2, let old = ObjectID(hex: String(words[0])),
      let new = ObjectID(hex: String(words[1]))
    else { return nil }
    return Step(old: old, new: new)
  }
}

// The C function; a method above hides its name.
private let systemRead = read
