import Git
import PlanModel

/// The home of a board: another repository, to which the board's branch in the repository of the
/// code points.
///
/// The branch there ends in a commit whose `board.json` has the member `home` and a format that no
/// board has, so no program takes it for the board. Only after the board has moved back do local
/// branches contain that commit.
enum BoardHome {
  /// The format of a `board.json` that points to a home.
  private static let format = 1000

  /// Returns the address in the settings of a branch that points to a home; nil for a board.
  static func address(in settings: PlanDocument) -> String? {
    guard settings.format >= format else { return nil }
    return settings.value(at: .other("home"))?.string
  }

  /// Returns `board.json` with an address.
  ///
  /// - Parameter bytes: The file before; nil if it is missing.
  static func settings(_ bytes: [UInt8]?, at address: HomeAddress) -> [UInt8] {
    // The pointer takes the place of settings that can't be read, too; they stay in the history.
    let before = bytes.flatMap { try? JSONReader.value(in: $0).object }
    var settings = before ?? ["id": .string("board")]
    settings["format"] = .number(format)
    settings["home"] = .string(address.text)
    return CanonicalJSON.file(of: .object(settings))
  }
}

/// Why a board is not shared with the home that its branch names.
package enum HomeRefusal: Sendable {
  /// The address has a form that is not allowed.
  case form
  /// It is on another host than the repository of the code, or in another folder of this machine.
  case notBeside
  /// The home itself points to another one.
  case chain
  /// It is the repository of the code.
  case itself
  /// It does not have the board, so that nobody who may push there has moved it.
  case noBoard
  /// It lacks changes that the place has where this clone shares the board until now. So nobody who
  /// shares the board there has moved it.
  case incomplete(isMovedBack: Bool)
  /// The board has a file that is not pmgit's, which the home lacks.
  case otherFile(String)
}

/// Follows the pointer to a board's home.
extension BoardStore {
  /// The address of the board's home, as the branch of the code's remote, or else the local branch,
  /// names it; nil if the board is where the code is. Uses no network.
  package var home: String? {
    get throws { try pointerOfCode ?? pointerHere ?? settings.home.flatMap(url(of:)) }
  }

  /// Whether the board is shared with its home, and not with the repository of the code.
  package var isAtHome: Bool { settings.home != nil }

  /// The address in the local branch, if that only points to a home. This is so in a bare clone
  /// that was made after the board had moved.
  package var pointerHere: String? { get throws { try localTip().flatMap(home(at:)) } }

  /// The address that was last fetched from the remote of the code.
  private var pointerOfCode: String? { get throws { try tipOfCode.flatMap(home(at:)) } }

  private var tipOfCode: ObjectID? {
    get throws {
      let branch = settings.codeRemote.flatMap { remote in trackingBranch(on: remote) }
      return try branch.flatMap { branch in try repository.reference(branch) }
    }
  }

  func home(at commit: ObjectID) throws -> String? {
    let tree = try repository.commit(commit).tree
    guard case .contents(let found) = try BoardSnapshot.settings(in: tree, repository) else {
      return nil
    }
    return BoardHome.address(in: PlanDocument(found))
  }

  /// Makes this store stop sharing the board with its home if the branch of the code, as it was
  /// last fetched, does not point there any more.
  ///
  /// - Throws: `StoreError.refusedHome` if the code's branch lacks what the home has. Otherwise
  ///   people who may push there could make this clone publish a board that it was led to before.
  package func leaveFormerHome() throws {
    guard let home = settings.home, let there = try tipOfCode ?? mirroredTip(without: home)
    else { return }
    let pointer = try self.home(at: there)
    if try isPointer(pointer, to: home) { return }
    if pointer == nil {
      try require(there, toHaveBoardOf: home, at: urlOfCode ?? "", isMovedBack: true)
    }
    (formerHome, settings.home) = (home, nil)
  }

  /// Returns the local commit of a bare clone whose fetches replace the local branch, if the board
  /// has moved back in it.
  private func mirroredTip(without home: String) throws -> ObjectID? {
    guard let tip = try localTip(), let had = try self.tip(on: home) else { return nil }
    let news = try repository.commits(from: [tip], hiding: [had])
    return try news.contains { try self.home(at: $0) != nil } ? tip : nil
  }

  /// Returns the board's commit that was last fetched from a remote, or pushed there.
  func tip(on remote: String) throws -> ObjectID? {
    try trackingBranch(on: remote).flatMap { try repository.reference($0) }
  }

  /// Throws unless a commit contains the board that a home had.
  private func require(
    _ commit: ObjectID, toHaveBoardOf home: String, at address: String, isMovedBack: Bool
  ) throws {
    guard let had = try tip(on: home), try !isAncestor(had, of: commit) else { return }
    throw StoreError.refusedHome(name, address: address, .incomplete(isMovedBack: isMovedBack))
  }

  /// Whether an address leads to one of this clone's remotes.
  func isPointer(_ address: String?, to remote: String) throws -> Bool {
    guard let address = address.flatMap(HomeAddress.init), let origin = try urlOfCode else {
      return false
    }
    return try address.resolved(from: origin) == url(of: remote)
  }

  /// Follows the home if the local branch only points there. In a mirror, each fetch of the code
  /// puts the pointer back.
  package func followPointerHere(terminalPrompt: Bool) async throws {
    guard let address = try pointerHere else { return }
    if let home = settings.home {
      if try isPointer(address, to: home) { return try await share(with: home) }
      (formerHome, settings.home) = (home, nil)
    }
    try await follow(address, terminalPrompt: terminalPrompt)
  }

  /// Fetches the board of the home that its branch names, and makes this store share the board with
  /// it. Call `keepHome` after the first sync with it.
  ///
  /// - Parameter terminalPrompt: Whether git may ask for a password on the terminal.
  /// - Throws: `StoreError.refusedHome` unless the home is beside the code, and somebody who may
  ///   push to it has moved the board there.
  package func follow(_ address: String, terminalPrompt: Bool) async throws {
    let refusal = { reason in StoreError.refusedHome(self.name, address: address, reason) }
    guard settings.home == nil else { throw refusal(.chain) }
    guard let parsed = HomeAddress(address), let origin = try urlOfCode else {
      throw refusal(.form)
    }
    guard parsed.isBeside(origin) else { throw refusal(.notBeside) }
    let home = try await remote(at: parsed)
    settings.home = home
    do {
      guard let there = try await fetch(remote(terminalPrompt: terminalPrompt)) else {
        throw refusal(.noBoard)
      }
      try requireMoved(to: there, at: address)
    } catch {
      settings.home = nil
      throw error
    }
    try await share(with: home)
  }

  /// Throws unless somebody who may push to a home has moved the board there.
  private func requireMoved(to there: ObjectID, at address: String) throws {
    if let further = try home(at: there) {
      throw StoreError.refusedHome(name, address: further, .chain)
    }
    if let pointer = try tipOfCode ?? localTip(),
      try !isAncestor(board(before: pointer), of: there)
    {
      throw StoreError.refusedHome(name, address: address, .noBoard)
    }
    if let formerHome {
      try require(there, toHaveBoardOf: formerHome, at: address, isMovedBack: false)
    }
    try requireOwnFiles(before: there, at: address)
  }

  /// The names in a board's folder that pmgit uses.
  private static let ownNames: Set<String> = [
    BoardFile.board.path, "plans", FileContent.folder, TreeMerge.quarantineFolder,
    ".gitattributes", "README.md",
  ]

  /// Throws if the local board has a file that is not pmgit's and that a home lacks. A host may run
  /// what such a file says, with the rights of the home.
  func requireOwnFiles(before there: ObjectID?, at address: String) throws {
    guard let tip = try localTip() else { return }
    let names = { (commit: ObjectID) in
      try self.repository.treeEntries(self.repository.commit(commit).tree).map { entry in
        String(decoding: entry.name, as: UTF8.self)
      }
    }
    let known = try Set(there.map(names) ?? []).union(Self.ownNames)
    guard let other = try names(tip).first(where: { !known.contains($0) }) else { return }
    throw StoreError.refusedHome(name, address: address, .otherFile(other))
  }

  /// Makes this store share the board with a remote. A local branch that only points to the home is
  /// moved back to the board that it had.
  func share(with remote: String) async throws {
    while let tip = try localTip(), try home(at: tip) != nil {
      try requireHistory(of: tip)
      let board = try await boardOf(pointer: tip)
      if board == tip { break }
      _ = try await moveBranch(
        to: board, expecting: tip, reflog: "pmgit: follow the board's home", who: machine)
    }
    settings.home = remote
  }

  /// Returns the last commit before those that only point to a home. If they changed more, as after
  /// a merge by hand, returns a new commit with their plans and the settings of that one.
  private func boardOf(pointer tip: ObjectID) async throws -> ObjectID {
    let board = try board(before: tip)
    let (before, after) = try (repository.commit(board).tree, repository.commit(tip).tree)
    let file = BoardFile.board.path
    let changed = try repository.treeDifferences(from: before, to: after)
    if changed.allSatisfy({ $0.path.elementsEqual(file.utf8) }) { return board }
    guard let settings = try repository.treeEntry(at: file, in: before) else { return board }
    let tree = try repository.writeTree(from: after, edits: [(file, .put(settings.id))])
    return try repository.writeCommit(
      CommitDraft(
        tree: tree, parents: [tip], author: machine, committer: machine,
        message: CommitMessage(subject: "board: changed after it had moved", plans: []).text))
  }

  /// Returns the last commit before those that point to a home; the commit itself if it does not.
  func board(before pointer: ObjectID) throws -> ObjectID {
    var commit = pointer
    while try home(at: commit) != nil, let parent = try repository.commit(commit).parents.first {
      commit = parent
    }
    return commit
  }

  /// Notes in the clone's configuration whether the board is shared with its home, after a sync.
  package func keepHome() throws {
    let key = Settings.homeKey(of: name)
    guard try repository.configString(key) != settings.home else { return }
    guard let home = settings.home else { return try repository.unsetConfig(key) }
    try repository.setConfig(key, home)
  }

  /// Shares the board with the remote of the code from now on. Its branch there stays as it is.
  package func leaveHome() throws {
    settings.home = nil
    try keepHome()
  }

  /// Returns the address of a remote; nil if there is no such remote.
  package func url(of remote: String) throws -> String? {
    // Git fetches from the first one.
    try repository.configStrings("remote.\(remote).url").first
  }

  /// Whether two remotes have one repository, by addresses that differ in their form.
  func isSameRepository(_ one: String, _ other: String) throws -> Bool {
    let places = try [one, other].map { remote in
      let url = try url(of: remote) ?? remote
      let path = url.hasSuffix("/") ? String(url.dropLast()) : url
      return CodeRepository(remote: url)?.address.lowercased()
        ?? (path.hasSuffix(".git") ? String(path.dropLast(4)) : path)
    }
    return places[0] == places[1]
  }

  private var urlOfCode: String? { get throws { try settings.codeRemote.flatMap(url(of:)) } }

  /// Returns the remote of this clone that has an address, and adds one if there is none.
  func remote(at address: HomeAddress) async throws -> String {
    guard let url = try urlOfCode.flatMap(address.resolved) else {
      throw StoreError.refusedHome(name, address: address.text, .form)
    }
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    try repository.rereadConfiguration()
    let names = try repository.remoteNames()
    if let known = try names.first(where: { try self.url(of: $0) == url }) { return known }
    let numbered = (1...).lazy.map { Settings.homeRemote + ($0 == 1 ? "" : "-\($0)") }
    let remote = numbered.first { !names.contains($0) } ?? ""
    let folder = Self.branchFolder
    try repository.setConfig("remote.\(remote).url", url)
    try repository.setConfig(
      "remote.\(remote).fetch",
      "+\(folder)*:refs/remotes/\(remote)/\(folder.dropFirst("refs/heads/".count))*")
    return remote
  }
}
