package import Git
package import PlanModel

/// The store of one board: opens, reads, changes and shares the board, and reads its history.
///
/// A board is the branch `refs/heads/pmgit/<name>` of the repository. A fresh clone has only the
/// remote-tracking branch and reads the board from there.
package final class BoardStore {
  package let repository: Repository
  package var settings: Settings
  package let name: BoardName
  /// The environment of the process, for the user's identity and the programs that git runs.
  package let environment: [String: String]
  /// How long to wait for other writers of this repository.
  package var localTimeout = WriterLock.timeout
  package var clock = RaceClock.real()
  /// The plans that the user chose for ambiguous texts. The key is the text as typed.
  package var meanings: [String: PlanID] = [:]
  /// The index of the board. It is optional: reading works without it.
  private(set) lazy var index = BoardIndex(in: lockFolder, board: name)
  /// Receives each update of a work tree that failed after the board's branch moved.
  package var onStaleWorktree: (WorktreeUpdate, GitProgramError) -> Void = { _, _ in }
  /// Called before a push is tried again, such as after another writer's push.
  package var onLostRace: () -> Void = {}
  /// Receives the progress of reading all plans or all commits; nil when the reading is over.
  package var onReading: (ReadingProgress?) -> Void = { _ in }
  /// Runs the rules of the board in each change; nil if no rules run.
  package var ruleRunner: RuleRunner?
  /// The files that this command has merged, so that a retry need not merge them again.
  var mergedFiles = MergedFiles()
  /// The remote of the home that this command has left, as the board has moved.
  var formerHome: String?
  /// The fetched head that was checked last. Its history is not checked again.
  var checkedHead: ObjectID?
  /// The plans of the past commit that was read last; nil if none was read.
  var lastPastPlans: TreePlans?
  /// The drafts of a running `withSteps`; nil otherwise.
  var drafts: BoardDrafts?
  /// The relations of the heads that were compared so far, by head and by other head.
  var comparisons: [ObjectID: [ObjectID: HeadRelation]] = [:]
  /// In a shallow clone: the commits that were found to have their whole history in this clone.
  private var complete: Set<ObjectID> = []

  /// Opens the repository at or above `path`.
  ///
  /// - Parameter board: The board; nil for the configured one.
  package init(at path: String, environment: [String: String], board: BoardName? = nil) throws {
    repository = try Repository.opened(at: path, environment: environment)
    self.environment = environment
    settings = try Settings(repository, of: board)
    name = board ?? settings.board
  }

  /// The board's local branch.
  package var branch: String { Self.branch(of: name) }

  /// The folder of the branches of all boards.
  package static let branchFolder = "refs/heads/pmgit/"
  static func branch(of name: BoardName) -> String { branchFolder + name.text }

  /// The remote-tracking branch of the board's remote. It is nil without a remote, or if the
  /// remote's name, such as a URL, can't be part of a branch's name.
  package var trackingBranch: String? {
    settings.remote.flatMap(trackingBranch(on:))
  }

  /// The remote-tracking branch on a remote; nil if the remote's name can't be part of a branch's
  /// name.
  func trackingBranch(on remote: String) -> String? {
    let branch = "refs/remotes/\(remote)/pmgit/\(name)"
    return Repository.isReferenceName(branch) ? branch : nil
  }

  /// Whether a branch other than the board's was fetched from the remote.
  package func knowsOtherBranches() throws -> Bool {
    guard let remote = settings.remote, let trackingBranch else { return false }
    return try repository.references(under: "refs/remotes/\(remote)/")
      .contains { $0.name != trackingBranch }
  }

  /// The git program for this repository.
  package var program: GitProgram { repository.program(environment: environment) }

  /// Returns the folder of this repository's hooks, and the scope of the configuration that sets
  /// it. The scope is nil for git's default folder.
  package func hookFolder() async throws -> (folder: HookFolder, scope: String?) {
    let found = try await program.hooksFolder()
    let base = repository.workTree ?? repository.gitDirectory
    let path = found.path.hasPrefix("/") ? found.path : base + found.path
    return (HookFolder(path, for: "pmgit"), found.scope)
  }

  // MARK: - Tips

  /// Returns the commit of the board's local branch; nil if there is no such branch.
  package func localTip() throws -> ObjectID? {
    try repository.reference(branch)
  }

  /// Returns the board's commit that was last fetched from the remote; nil if none was fetched.
  package func trackingTip() throws -> ObjectID? {
    guard let trackingBranch else { return nil }
    return try repository.reference(trackingBranch)
  }

  /// Returns the board's commit that commands show: that of the local branch. Without a local
  /// branch, checks and returns the last fetched commit. A commit that the index describes is not
  /// checked again.
  ///
  /// - Throws: `StoreError.noBoard` if there is neither.
  package func tip() throws -> ObjectID {
    if let local = try localTip() { return local }
    guard let fetched = try trackingTip() else {
      throw StoreError.noBoard(name, remote: settings.remote, others: try boards().map(\.name))
    }
    // The index was made of it after such a check, or while it was the local branch.
    if !isIndexed(fetched) { try checkTrees(of: fetched, except: nil) }
    return fetched
  }

  /// Returns the board at its present commit.
  package func snapshot() throws -> BoardSnapshot {
    try snapshot(at: try tip())
  }

  /// Returns the board at a commit.
  package func snapshot(at commit: ObjectID) throws -> BoardSnapshot {
    try BoardSnapshot(self, at: commit) {
      var budget = SearchBudget()
      return try lastReadable(.board, at: commit, budget: &budget)
    }
  }

  // MARK: - Boards

  /// Creates the board, or starts a local branch from the fetched one. Does nothing if there is a
  /// local branch.
  ///
  /// - Returns: Whether the board was made, was taken from the remote, or existed already.
  package func create() async throws -> Creation {
    if try localTip() != nil { return .existed }
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    let fetched = try trackingTip()
    let first: ObjectID
    if let fetched {
      try check(fetched, except: nil)
      first = fetched
    } else {
      first = try NewBoard.write(in: repository)
    }
    let moved = try await moveBranch(
      to: first, expecting: nil, reflog: fetched == nil ? "pmgit: init" : "pmgit: fetch",
      who: NewBoard.machine(seconds: 0))
    guard moved == .moved else { return .existed }
    return fetched == nil ? .made : .takenUp
  }

  package enum Creation: Sendable {
    case made, takenUp, existed
  }

  /// Returns the boards with a local branch or a remote-tracking branch, sorted by name.
  package func boards() throws -> [KnownBoard] {
    let local = try names(under: Self.branchFolder)
    let remote =
      try trackingBranch.map { branch in
        try names(under: String(branch.dropLast(name.text.utf8.count)))
      } ?? []
    return local.union(remote).sorted { $0.text < $1.text }
      .map { KnownBoard($0, isLocal: local.contains($0), isRemote: remote.contains($0)) }
  }

  private func names(under folder: String) throws -> Set<BoardName> {
    let references = try repository.references(under: folder)
    return Set(references.compactMap { BoardName(String($0.name.dropFirst(folder.count))) })
  }

  // MARK: - Walking

  /// Fails if the history of one of the heads is cut off. Each function that follows a history
  /// calls this first. Newer versions of libgit2 do not fail at a cut: they find merge bases as if
  /// the board began there.
  ///
  /// A shallow clone may still have a board's whole history, because boards share no history with
  /// the code.
  ///
  /// - Throws: `StoreError.shallow`.
  func requireHistory(of heads: ObjectID...) throws {
    let cut = try repository.shallowCommits
    if !cut.isEmpty { try requireHistory(of: heads, cutAt: cut) }
  }

  /// Fails if one of the heads has a commit at which the history is cut off.
  ///
  /// - Complexity: Reads one object for each commit that was not checked before.
  private func requireHistory(of heads: [ObjectID], cutAt cut: Set<ObjectID>) throws {
    var seen: Set<ObjectID> = []
    var next = heads
    while let id = next.popLast() {
      if complete.contains(id) || !seen.insert(id).inserted { continue }
      if cut.contains(id) { throw StoreError.shallow }
      next += try repository.commit(id).parents
    }
    complete.formUnion(seen)
  }

  // MARK: - Moving the branch

  /// The folder of the writers' lock. All work trees of the repository share it.
  var lockFolder: String { repository.commonDirectory + "pmgit" }

  /// Moves the board's branch by compare-and-swap, then updates the work trees that have it checked
  /// out.
  ///
  /// - Returns: `.lost` if the branch is not at `old`; then nothing is changed.
  func moveBranch(
    to target: ObjectID, expecting old: ObjectID?, reflog: String, who: Signature
  ) async throws -> ReferenceUpdate {
    let worktrees = try await worktreesToUpdate(from: old, to: target)
    if !worktrees.isEmpty, let old { followingFile.write("\(old) \(target)") }
    let outcome = try repository.updateReference(
      branch, to: target, expecting: old, reflog: reflog, who: who)
    if outcome == .moved { await update(worktrees) }
    if !worktrees.isEmpty { followingFile.remove() }
    return outcome
  }
}
