#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The reason why the files of a work tree can't follow their branch.
package enum WorktreeObstacle: Error, Equatable, Sendable {
  /// A git command is unfinished there: "rebase", "merge".
  case operation(String)

  /// A file is changed or staged there; the path is relative to the work tree.
  case change(path: String)

  /// An untracked file stands where the branch will have one.
  case untracked(path: String)

  /// git failed to update the work tree, or is not installed.
  case program(GitProgramError)
}

/// An update of the files of one work tree, for when the branch that it has checked out moves.
///
/// The user's git does it, since git knows about filters, line ends and sparse checkouts.
package struct WorktreeUpdate {
  let repository: Repository
  package let worktree: BranchWorktree
  private let program: GitProgram

  /// The branch's commit before the move; the empty tree if it had none.
  private let old: ObjectID
  private let new: ObjectID

  /// How long git may take: a checkout of a large board on a slow disk.
  private static let deadline: Duration = .seconds(120)

  /// - Parameters:
  ///   - old: The commit that the branch is at, or nil.
  ///   - new: The commit that it moves to, which is already stored.
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

  /// The arguments of git that update the work tree, after its branch has moved.
  ///
  /// git keeps changed files or refuses to run; it overwrites nothing.
  package var arguments: [String] { ["read-tree", "-m", "-u", old.hex, new.hex] }

  /// Returns the obstacle to the update, or nil: call it before the branch is moved.
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

  /// Updates index and files, after the branch has moved.
  ///
  /// - Throws: `GitProgramError`; files and index are then unchanged.
  package func run() async throws(GitProgramError) {
    try await runAfterOthers(arguments)
  }

  /// Returns whether the work tree shows the commit that it is to be updated from, with nothing
  /// changed; false if git can't tell.
  package func showsOldCommit() async -> Bool {
    do {
      try await run(["diff-files", "--quiet"])
      let index = try await run(["write-tree"]).firstLine
      return try repository.commit(old).tree.hex == index
    } catch {
      return false  // Something is changed there, or conflicts.
    }
  }

  /// Returns the first file that git reports as changed or staged.
  ///
  /// This also makes git note in the index which files are unchanged, which `read-tree` needs.
  private func changedFile() async throws(GitProgramError) -> String? {
    let status = try await run(["status", "--porcelain", "-z", "--untracked-files=no"])
    let entry = status.standardOutput.prefix { $0 != 0 }
    return entry.isEmpty ? nil : String(decoding: entry.dropFirst(3), as: UTF8.self)
  }

  /// Returns a file that stands where the branch adds one. The files are looked up here, because
  /// git overwrites the ones it ignores.
  private func ignoredFileInTheWay() throws(GitError) -> String? {
    let before = old == .emptyTree ? old : try repository.commit(old).tree
    let after = try repository.commit(new).tree
    for difference in try repository.treeDifferences(from: before, to: after)
    where difference.old == nil {
      var status = stat()
      let path = Array(worktree.folder.utf8) + difference.path
      let found = lstat(path.map(CChar.init(bitPattern:)) + [0], &status)
      // Folders are left to git, which refuses those that are not empty.
      if found == 0, status.st_mode & S_IFMT != S_IFDIR {
        return String(decoding: difference.path, as: UTF8.self)
      }
    }
    return nil
  }

  /// Runs git, and runs it again if another git has locked the index: a prompt or an editor asks
  /// for the status every now and then.
  ///
  /// The pauses are counted, ten seconds in all, and not the time: on a busy machine git itself may
  /// take that long before it first meets the lock.
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
    // Hooks of the repository are meant for the user's own commands.
    let options = ["--work-tree=\(worktree.folder)", "-c", "core.hooksPath=/dev/null"]
    let output = try await program.run(options + arguments, deadline: Self.deadline)
    if output.exitCode != 0 { throw .failed("git \(arguments.first ?? "")", output) }
    return output
  }
}
