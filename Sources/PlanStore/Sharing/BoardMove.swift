import Git
import PlanModel

/// Moves boards to a home and back.
extension BoardStore {
  /// The most tries to change the pointer while others push to the repository of the code.
  private static let mostTries = 5

  /// Moves the board to a home: merges the board of the code's remote with that of the home, and
  /// then makes the branch of the code's remote point there. After an interruption, the same call
  /// completes it. If the branch points there already, only follows.
  ///
  /// - Parameters:
  ///   - isLost: Whether the former home is gone, so that the board is as this clone has it.
  ///   - terminalPrompt: Whether git may ask for a password on the terminal.
  /// - Throws: `StoreError.elsewhere` if the branch points to another place, and this clone does
  ///   not share the board with that.
  package func move(
    to address: HomeAddress, by author: ChangeIdentity, isLost: Bool, terminalPrompt: Bool
  ) async throws {
    let code = try remoteOfCode()
    let (former, home) = (settings.home, try await remote(at: address))
    guard try home != code && !isSameRepository(home, code) else {
      throw StoreError.refusedHome(name, address: address.text, .itself)
    }
    if let former, former != home, !isLost {
      try await takeFromHome(former, author, terminalPrompt)
    }
    for _ in 0..<Self.mostTries {
      let there = try await fetchFromCode(terminalPrompt, merging: true)
      let pointer = try there.flatMap(self.home(at:))
      let isThere = try isPointer(pointer, to: home)
      if let pointer, try !isThere && !isFormer(pointer, former, isLost: isLost) {
        throw StoreError.elsewhere(name, address: pointer)
      }
      if try localTip() == nil, let there, pointer != nil { try await takeBoard(before: there) }
      try await share(with: home)
      try await shareWithHome(address.text, author, terminalPrompt, creating: pointer == nil)
      if isThere { return try keepHome() }
      let next = try await self.pointer(to: address, after: there, by: author)
      if try await send(next, terminalPrompt) { return try keepHome() }
    }
    throw StoreError.contention(name, remote: code, after: settings.timeout)
  }

  /// Moves the board from its home back to the repository of the code. The home keeps its branch.
  ///
  /// - Parameter isLost: Whether the home is gone, so that the board is as this clone has it.
  package func moveHere(
    by author: ChangeIdentity, isLost: Bool, terminalPrompt: Bool
  ) async throws {
    let former = settings.home
    if let former, !isLost { try await takeFromHome(former, author, terminalPrompt) }
    for _ in 0..<Self.mostTries {
      let there = try await fetchFromCode(terminalPrompt, merging: false)
      guard let there, let pointer = try home(at: there) else { return try leaveHome() }
      guard try isFormer(pointer, former, isLost: isLost) else {
        throw StoreError.elsewhere(name, address: pointer)
      }
      let formerBoard = try board(before: there)
      let board = try await merged(formerBoard) ?? formerBoard
      let tree = try repository.commit(board).tree
      let message = CommitMessage(subject: "board: moved back from its home", plans: [])
      let parents = board == formerBoard ? [there] : [board, there]
      let next = try await writeCommit(parents: parents, by: author) { (tree, message) }
      if let next, try await send(next, terminalPrompt) {
        return try leaveHome()
      }
    }
    throw StoreError.contention(name, remote: try remoteOfCode(), after: settings.timeout)
  }

  /// Whether a pointer leads to the home with which this clone shares the board. If it has none,
  /// and the home is gone, every pointer may.
  private func isFormer(_ pointer: String, _ former: String?, isLost: Bool) throws -> Bool {
    try former.map { try isPointer(pointer, to: $0) } ?? isLost
  }

  /// Merges the board that the code's remote had before it pointed to a home into the local board,
  /// which may be older.
  ///
  /// - Returns: The local board; nil if there is none.
  private func merged(_ formerBoard: ObjectID) async throws -> ObjectID? {
    guard let tip = try localTip(), try home(at: tip) == nil else { return nil }
    if try isAncestor(formerBoard, of: tip) { return tip }
    return try await checkAndMerge(formerBoard, former: nil, person: nil).commit
  }

  /// Makes the local branch from the board that the code's remote had before it pointed to a home.
  private func takeBoard(before pointer: ObjectID) async throws {
    _ = try await moveBranch(
      to: board(before: pointer), expecting: nil, reflog: "pmgit: take the board before its move",
      who: machine)
  }

  private func remoteOfCode() throws -> String {
    let names = try repository.remoteNames()
    guard let code = settings.codeRemote, names.contains(code) else {
      throw StoreError.noRemote(configured: settings.codeRemote, candidates: names)
    }
    return code
  }

  /// Fetches the branch of the code's remote.
  ///
  /// - Parameter merging: Whether to merge it into the local branch, unless it points to a home.
  /// - Returns: Its commit; nil if there is none.
  private func fetchFromCode(_ terminalPrompt: Bool, merging: Bool) async throws -> ObjectID? {
    try await withCode(terminalPrompt) { code in
      let former = try trackingTip()
      let there = try await fetch(code)
      if merging, let there, try home(at: there) == nil {
        _ = try await checkAndMerge(there, former: former, person: nil)
      }
      return there
    }
  }

  /// Runs a closure while this store shares the board with the remote of the code.
  private func withCode<Result>(
    _ terminalPrompt: Bool, _ body: (Remote) async throws -> Result
  ) async throws -> Result {
    let home = settings.home
    settings.home = nil
    defer { settings.home = home }
    return try await body(remote(terminalPrompt: terminalPrompt))
  }

  /// Shares the board with its home for the last time. A home that has moved on has nothing more.
  private func takeFromHome(
    _ home: String, _ author: ChangeIdentity, _ terminalPrompt: Bool
  ) async throws {
    // A fetch of a mirror puts pointers into the local branch.
    try await share(with: home)
    do {
      _ = try await sync(person: author.committer, terminalPrompt: terminalPrompt)
    } catch StoreError.elsewhere {}
  }

  /// Shares the board with its home, and creates it there if it exists nowhere.
  private func shareWithHome(
    _ address: String, _ author: ChangeIdentity, _ terminalPrompt: Bool, creating: Bool
  ) async throws {
    try await requireOwnFiles(
      before: fetch(remote(terminalPrompt: terminalPrompt)), at: address)
    do {
      _ = try await sync(person: author.committer, terminalPrompt: terminalPrompt)
    } catch StoreError.noRemoteBoard where creating {
      _ = try await create()
      _ = try await sync(person: author.committer, terminalPrompt: terminalPrompt)
    } catch StoreError.elsewhere(_, let address) {
      throw StoreError.refusedHome(name, address: address, .chain)
    }
  }

  /// Writes a commit that points to a home; its parent is the commit of the code's remote.
  private func pointer(
    to address: HomeAddress, after there: ObjectID?, by author: ChangeIdentity
  ) async throws -> ObjectID {
    let parent = try there ?? NewBoard.write(in: repository)
    let before = try repository.commit(parent).tree
    let file = BoardFile.board.path
    let commit = try await writeCommit(parents: [parent], by: author) {
      let entry = try repository.treeEntry(at: file, in: before)
      let bytes = try entry.flatMap { $0.mode == .blob ? try repository.blob($0.id) : nil }
      let blob = try repository.writeBlob(BoardHome.settings(bytes, at: address))
      let tree = try repository.writeTree(from: before, edits: [(file, .put(blob))])
      return (tree, CommitMessage(subject: "board: moved to \(address.text)", plans: []))
    }
    return commit ?? parent
  }

  /// Pushes a commit as the board's branch of the code's remote.
  ///
  /// - Returns: Whether it is there; false if somebody else pushed first.
  private func send(_ commit: ObjectID, _ terminalPrompt: Bool) async throws -> Bool {
    try await withCode(terminalPrompt) { code in
      switch try await push(commit, to: code) {
      case .pushed, .upToDate:
        try rememberPush(of: commit, in: code.trackingBranch)
        return true
      case .lostRace: return false
      case .refused(let reason, let messages):
        throw StoreError.refused(remote: code.name, reason, messages)
      }
    }
  }
}
