import Git
package import PlanModel

/// The only access to a board: opens, reads, changes and shares it, and reads its history.
///
/// A board is the branch `refs/heads/pmgit/<name>` of the repository. Reading it needs nothing
/// else; a fresh clone, which has only the remote-tracking branch, reads that one.
package final class BoardStore {
  package let repository: BoardRepository
  package var settings: Settings
  package let name: BoardName
  /// The environment of the process, for the user's identity and the programs that git runs.
  package let environment: [String: String]
  /// How long to wait for other writers of this repository.
  package var patience = WriterLock.patience
  package var clock = RaceClock.real()
  /// The plans that a person chose for texts that may mean several.
  package var meanings: [String: PlanID] = [:]
  /// The index of the board, which can be done without.
  private(set) lazy var index = BoardIndex(in: lockFolder, board: name)
  /// Receives each work tree that could not follow the board's branch.
  package var onStaleWorktree: (StaleWorktree) -> Void = { _ in }
  /// Called each time another writer was faster on the remote.
  package var onLostRace: () -> Void = {}
  /// Told how far a reading of all plans or of all commits is; nil when it is over.
  package var onReading: (ReadingProgress?) -> Void = { _ in }
  /// The outcomes of the merges that this command has made.
  var fileMerges = FileMerges()
  /// The fetched head that was checked last; its history need not be checked again.
  var checkedHead: ObjectID?
  /// The heads that were compared last.
  var comparisons: [ComparedHeads: HeadRelation] = [:]
  /// In a shallow clone: the commits whose whole history was found to be here.
  private var complete: Set<ObjectID> = []

  /// Opens the repository at or above `path`.
  ///
  /// - Parameter board: The board, or nil for the one that the configuration names.
  package init(
    at path: String, environment: [String: String], board: BoardName? = nil
  ) throws(StoreError) {
    repository = try BoardRepository(at: path, environment: environment)
    self.environment = environment
    settings = try Settings(repository)
    name = board ?? settings.board
  }

  /// The board's branch here.
  package var branch: String { Self.branch(of: name) }

  /// The folder of the branches of all boards.
  package static let branchFolder = "refs/heads/pmgit/"
  static func branch(of name: BoardName) -> String { branchFolder + name.text }

  /// The branch as the remote had it when it was last fetched; nil without a remote, and where the
  /// remote's name, such as a URL, can't be part of a branch's name.
  package var trackingBranch: String? {
    settings.remote.flatMap(trackingBranch(on:))
  }

  /// The branch as a remote had it when it was last fetched or pushed; nil where the remote's name
  /// can't be part of a branch's name.
  func trackingBranch(on remote: String) -> String? {
    let branch = "refs/remotes/\(remote)/pmgit/\(name)"
    return Repository.isReferenceName(branch) ? branch : nil
  }

  /// Whether the remote was seen to have another branch than the board's.
  package func knowsOtherBranches() throws(StoreError) -> Bool {
    guard let remote = settings.remote, let trackingBranch else { return false }
    return try repository.references(under: "refs/remotes/\(remote)/")
      .contains { $0.name != trackingBranch }
  }

  /// The git program for this repository.
  var program: GitProgram { repository.program(environment: environment) }

  /// The value that git gives one of its variables: `GIT_EDITOR`, `GIT_PAGER`.
  package func gitVariable(_ name: String) async throws(StoreError) -> String {
    do { return try await program.variable(name) } catch { throw .program(error) }
  }

  // MARK: - Tips

  /// The commit of the board here, or nil.
  package func localTip() throws(StoreError) -> ObjectID? {
    try repository.reference(branch)
  }

  /// The commit of the board on the remote when it was last fetched, or nil.
  package func trackingTip() throws(StoreError) -> ObjectID? {
    guard let trackingBranch else { return nil }
    return try repository.reference(trackingBranch)
  }

  /// The commit that commands show: the local one, else the fetched one, which is checked first.
  package func tip() throws(StoreError) -> ObjectID {
    if let local = try localTip() { return local }
    guard let fetched = try trackingTip() else {
      throw .noBoard(name, remote: settings.remote, others: try boards().map(\.name))
    }
    try checkTrees(of: fetched, knowing: nil)
    return fetched
  }

  /// The board as it is now.
  package func snapshot() throws(StoreError) -> BoardSnapshot {
    try snapshot(at: try tip())
  }

  /// The board at one commit.
  package func snapshot(at commit: ObjectID) throws(StoreError) -> BoardSnapshot {
    try BoardSnapshot(self, at: commit) { () throws(StoreError) in
      var budget = SearchBudget()
      return try lastReadable(.board, at: commit, budget: &budget)
    }
  }

  package func snapshot(at commit: Commit) throws(StoreError) -> BoardSnapshot {
    try snapshot(at: commit.id)
  }

  // MARK: - Boards

  /// Creates the board, or takes up the one that was fetched from the remote.
  ///
  /// - Returns: Whether the board was made, was taken up, or was there already.
  package func create() async throws(StoreError) -> Creation {
    if try localTip() != nil { return .existed }
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    let fetched = try trackingTip()
    let first: ObjectID
    if let fetched {
      try check(fetched, knowing: nil)
      first = fetched
    } else {
      first = try NewBoard.write(in: repository)
    }
    let moved = try await moveBranch(
      to: first, expecting: nil, reflog: fetched == nil ? "pmgit: init" : "pmgit: take up",
      who: NewBoard.machine(seconds: 0))
    guard moved == .moved else { return .existed }
    return fetched == nil ? .made : .takenUp
  }

  package enum Creation: Sendable {
    case made, takenUp, existed
  }

  /// The boards here and on the remote, by name.
  package func boards() throws(StoreError) -> [KnownBoard] {
    let local = try names(under: Self.branchFolder)
    let remote =
      try trackingBranch.map { branch throws(StoreError) in
        try names(under: String(branch.dropLast(name.text.utf8.count)))
      } ?? []
    return local.union(remote).sorted { $0.text < $1.text }
      .map { KnownBoard($0, isLocal: local.contains($0), isRemote: remote.contains($0)) }
  }

  private func names(under folder: String) throws(StoreError) -> Set<BoardName> {
    let references = try repository.references(under: folder)
    return Set(references.compactMap { BoardName(String($0.name.dropFirst(folder.count))) })
  }

  // MARK: - Walking

  /// Fails where the history of some heads is cut off. Whatever follows a history calls it first: newer versions of
  /// libgit2 do not fail there, but find merge bases as if the board had begun at the cut.
  ///
  /// A shallow clone may have all of a board, as the board shares no history with the code.
  ///
  /// - Throws: `StoreError.shallow`.
  func requireHistory(of heads: ObjectID...) throws(StoreError) {
    let cut = try repository.shallowCommits
    if !cut.isEmpty { try requireHistory(of: heads, cutAt: cut) }
  }

  /// - Complexity: One object read for each commit that was not seen before.
  private func requireHistory(of heads: [ObjectID], cutAt cut: Set<ObjectID>) throws(StoreError) {
    var seen: Set<ObjectID> = []
    var next = heads
    while let id = next.popLast() {
      if complete.contains(id) || !seen.insert(id).inserted { continue }
      if cut.contains(id) { throw .shallow }
      next += try repository.commit(id).parents
    }
    complete.formUnion(seen)
  }

  // MARK: - Moving the branch

  /// The folder of the lock that the writers of this repository, from all its work trees, share.
  var lockFolder: String { repository.commonDirectory + "pmgit" }

  /// Moves the board's branch by compare-and-swap, and the work trees that have it checked out.
  func moveBranch(
    to target: ObjectID, expecting old: ObjectID?, reflog: String, who: Signature
  ) async throws(StoreError) -> ReferenceUpdate {
    let worktrees = try await worktreesToUpdate(from: old, to: target)
    let note = WorktreeJournal(in: lockFolder)
    if !worktrees.isEmpty, let old { note.write(from: old, to: target) }
    let outcome = try repository.updateReference(
      branch, to: target, expecting: old, reflog: reflog, who: who)
    if outcome == .moved { await update(worktrees) }
    if !worktrees.isEmpty { note.remove() }
    return outcome
  }
}
