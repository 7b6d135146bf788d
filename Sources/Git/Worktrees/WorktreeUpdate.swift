import Libc

/// The reason why the files of a work tree can't be updated to its branch.
package enum WorktreeObstacle: Error, Equatable, Sendable {
  /// A git command is unfinished in the work tree; the value is its name, such as "rebase".
  case operation(String)

  /// A file is changed or staged; the path is relative to the work tree.
  case change(path: String)

  /// An untracked file has the path of a file that the branch adds.
  case untracked(path: String)

  /// git failed to check or update the work tree, or is not installed.
  case program(GitProgramError)
}

/// Updates the files of a work tree whose checked-out branch moves.
///
/// The user's git does this, because it supports filters, line endings and sparse checkouts.
package struct WorktreeUpdate {
  let repository: Repository
  package let worktree: BranchWorktree
  private let program: GitProgram

  /// The branch's commit before the move; the empty tree if the branch had no commit.
  private let old: ObjectID
  private let new: ObjectID

  /// The time limit for git, sufficient for a checkout of a large board on a slow disk.
  private static let deadline: Duration = .seconds(120)

  /// Prepares the update of a work tree from one commit of its branch to another.
  ///
  /// - Parameters:
  ///   - old: The branch's current commit; nil if the branch has none.
  ///   - new: The branch's new commit, which is already stored.
  package init(
    of worktree: BranchWorktree, in repository: Repository, from old: ObjectID?, to new: ObjectID,
    environment: [String: String]
  ) {
    self.repository = repository
    self.worktree = worktree
    (self.old, self.new) = (old ?? .emptyTree, new)
    program = GitProgram(
      environment: environment, gitDirectory: String(worktree.gitDirectory.dropLast()),
      workingDirectory: worktree.folder)
  }

  /// The arguments with which git updates the work tree after its branch has moved.
  ///
  /// git never overwrites changed files: it keeps them, or refuses to run.
  package var arguments: [String] { ["read-tree", "-m", "-u", old.hex, new.hex] }

  /// Returns the reason why the work tree can't be updated; nil if it can. Call this before the
  /// branch is moved.
  ///
  /// - Throws: `GitError` if the two commits can't be read.
  package func obstacle() async throws(GitError) -> WorktreeObstacle? {
    if let operation = worktree.operation { return .operation(operation) }
    do throws(GitProgramError) {
      if let path = try await changedFile() { return .change(path: path) }
    } catch {
      return .program(error)
    }
    if let path = try ignoredFileInTheWay() { return .untracked(path: path) }
    do throws(GitProgramError) {
      try await runAfterOthers(["read-tree", "-n"] + arguments.dropFirst())
    } catch {
      return .program(error)
    }
    return nil
  }

  /// Updates the index and the files after the branch has moved.
  ///
  /// - Throws: `GitProgramError`; then files and index are unchanged.
  package func run() async throws(GitProgramError) {
    try await runAfterOthers(arguments)
  }

  /// Returns whether the index and the tracked files equal the old commit; false if the branch had
  /// no commit, or if git fails.
  package func showsOldCommit() async -> Bool {
    do {
      try await run(["diff-files", "--quiet"])
      let index = try await run(["write-tree"]).firstLine
      return try repository.commit(old).tree.hex == index
    } catch {
      return false  // There are changes or conflicts.
    }
  }

  /// Returns the path of the first file that git reports as changed or staged; nil if there is
  /// none.
  ///
  /// `git status` also refreshes the index, which `read-tree` needs.
  private func changedFile() async throws(GitProgramError) -> String? {
    let status = try await run(["status", "--porcelain", "-z", "--untracked-files=no"])
    let entry = status.standardOutput.prefix { $0 != 0 }
    return entry.isEmpty ? nil : String(decoding: entry.dropFirst(3), as: UTF8.self)
  }

  /// Returns the first path at which the branch adds a file and the work tree already has one; nil
  /// if no such path exists. If the file in the work tree is ignored, git itself would overwrite
  /// it.
  private func ignoredFileInTheWay() throws(GitError) -> String? {
    let before = old == .emptyTree ? old : try repository.commit(old).tree
    let after = try repository.commit(new).tree
    for difference in try repository.treeDifferences(from: before, to: after)
    where difference.old == nil {
      var status = stat()
      let path = Array(worktree.folder.utf8) + difference.path
      let found = lstat(path.map(CChar.init(bitPattern:)) + [0], &status)
      // git itself refuses to replace folders that are not empty.
      if found == 0, status.st_mode & S_IFMT != S_IFDIR {
        return String(decoding: difference.path, as: UTF8.self)
      }
    }
    return nil
  }

  /// Runs git, and repeats it while another git holds the index lock. Shell prompts and editors
  /// often run `git status`, which takes this lock.
  ///
  /// The limit is on the number of pauses, which add up to ten seconds. A time limit would be too
  /// short on a busy machine, where git itself may take that long to reach the lock.
  private func runAfterOthers(_ arguments: [String]) async throws(GitProgramError) {
    for _ in 0..<100 {
      do throws(GitProgramError) {
        try await run(arguments)
        return
      } catch {
        guard case .failed(let failure) = error,
          failure.lockFile?.hasSuffix("/index.lock") == true, !Task.isCancelled
        else { throw error }
        usleep(100_000)
      }
    }
    try await run(arguments)
  }

  @discardableResult
  private func run(_ arguments: [String]) async throws(GitProgramError) -> GitProgram.Output {
    // The user's hooks are meant for the user's own commands.
    let options = ["--work-tree=\(worktree.folder)", "-c", "core.hooksPath=/dev/null"]
    let output = try await program.run(options + arguments, deadline: Self.deadline)
    if output.exitCode != 0 { throw .failed("git \(arguments.first ?? "")", output) }
    return output
  }
}
