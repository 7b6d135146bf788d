#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Why the files of a work tree can't follow their branch.
package enum WorktreeObstacle: Error, Equatable, Sendable {
  /// A git command was begun there and not finished: "rebase", "merge".
  case operation(String)

  /// A file is changed or staged there; the path is relative to the work tree.
  case change(path: String)

  /// A file that git does not know stands where the branch will have one.
  case untracked(path: String)

  /// git can't update the work tree, or is not there.
  case program(GitProgramError)
}

/// Brings the files of one work tree along when the branch that it has checked out moves.
///
/// Done by the user's git, which knows about filters, line ends and sparse checkouts.
package struct WorktreeUpdate {
  let repository: Repository
  package let worktree: BranchWorktree
  private let program: GitProgram

  /// What the branch was; the empty tree where it had no commit.
  private let old: ObjectID
  private let new: ObjectID

  /// How long git may take: a checkout of a large board on a slow disk.
  private static let deadline: Duration = .seconds(120)

  /// - Parameters:
  ///   - old: The commit that the branch is at, or nil.
  ///   - new: The commit that it moves to, which is stored already.
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

  /// The arguments of git that bring the work tree along, after its branch has moved.
  ///
  /// What is changed there is kept or makes git refuse; nothing is overwritten.
  package var arguments: [String] { ["read-tree", "-m", "-u", old.hex, new.hex] }

  /// Returns what stands in the way, or nil: call it before the branch is moved.
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
  /// - Throws: `GitProgramError`; files and index are then as they were.
  package func run() async throws(GitProgramError) {
    try await runAfterOthers(arguments)
  }

  /// Whether the work tree shows the commit that it is to be updated from, with nothing changed; not
  /// if git can't tell.
  package func showsOldCommit() async -> Bool {
    do {
      try await run(["diff-files", "--quiet"])
      let index = try await run(["write-tree"]).firstLine
      return try repository.commit(old).tree.hex == index
    } catch {
      return false  // Something is changed there, or conflicts.
    }
  }

  /// The first file that git says is changed or staged.
  ///
  /// This also lets git note in the index which files are as they were, which `read-tree` wants.
  private func changedFile() async throws(GitProgramError) -> String? {
    let status = try await run(["status", "--porcelain", "-z", "--untracked-files=no"])
    let entry = status.standardOutput.prefix { $0 != 0 }
    return entry.isEmpty ? nil : String(decoding: entry.dropFirst(3), as: UTF8.self)
  }

  /// A file that stands where the branch adds one, told by looking: git overwrites what it ignores.
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

  /// Runs git, again for some time if another git has locked the index: a prompt or an editor asks
  /// for the status every now and then.
  ///
  /// The pauses are counted, ten seconds in all, and not the time: on a busy machine git itself may
  /// take that long before it meets the lock for the first time.
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
    // Hooks of the repository are for what people do there.
    let options = ["--work-tree=\(worktree.folder)", "-c", "core.hooksPath=/dev/null"]
    let output = try await program.run(options + arguments, deadline: Self.deadline)
    if output.exitCode != 0 { throw .failed("git \(arguments.first ?? "")", output) }
    return output
  }
}
