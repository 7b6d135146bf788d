import Git
import PlanModel

/// The home of a board: another repository, to which the board's branch in the repository of the
/// code points.
///
/// The branch there ends in a commit whose `board.json` has the member `home` and a format that no
/// board has, so no program takes it for the board. Local branches never contain that commit.
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
  /// It is on another host than the repository of the code.
  case otherHost
  /// The home itself points to another one.
  case chain
  /// It is the repository of the code.
  case itself
}

/// Follows the pointer to a board's home.
extension BoardStore {
  /// The address of the board's home, as the branch of the code's remote, or else the local branch,
  /// names it; nil if the board is where the code is. Uses no network.
  package var home: String? { get throws { try pointerOfCode ?? pointerHere } }

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

  private func home(at commit: ObjectID) throws -> String? {
    let tree = try repository.commit(commit).tree
    guard case .contents(let found) = try BoardSnapshot.settings(in: tree, repository) else {
      return nil
    }
    return BoardHome.address(in: PlanDocument(found))
  }

  /// Makes this store stop sharing the board with its home if the branch of the code, as it was
  /// last fetched, does not point there any more. The move took along what the home had.
  package func leaveFormerHome() throws {
    guard let home = settings.home, try tipOfCode != nil else { return }
    if try !isPointer(pointerOfCode, to: home) { settings.home = nil }
  }

  /// Whether an address leads to one of this clone's remotes.
  private func isPointer(_ address: String?, to remote: String) throws -> Bool {
    guard let address = address.flatMap(HomeAddress.init), let origin = try urlOfCode else {
      return false
    }
    return try address.resolved(from: origin) == url(of: remote)
  }

  /// Follows the home if the local branch only points there. In a mirror, each fetch of the code
  /// puts the pointer back.
  package func followPointerHere() async throws {
    guard let address = try pointerHere else { return }
    if let home = settings.home, try isPointer(address, to: home) {
      try await share(with: home)
    } else {
      try await follow(address)
    }
  }

  /// Makes this store share the board with the home that its branch names. Call `keepHome` after
  /// the first sync with it. Uses no network.
  ///
  /// - Throws: `StoreError.refusedHome`.
  package func follow(_ address: String) async throws {
    let refusal = { reason in StoreError.refusedHome(self.name, address: address, reason) }
    guard settings.home == nil else { throw refusal(.chain) }
    guard let parsed = HomeAddress(address), let origin = try urlOfCode else {
      throw refusal(.form)
    }
    guard parsed.isBeside(origin) else { throw refusal(.otherHost) }
    try await share(with: try remote(at: parsed))
  }

  /// Makes this store share the board with a remote. A local branch that only points to the home is
  /// moved back to the board that it had.
  private func share(with remote: String) async throws {
    while let tip = try localTip(), try home(at: tip) != nil {
      guard let parent = try repository.commit(tip).parents.first else { break }
      try requireHistory(of: tip)
      _ = try await moveBranch(
        to: parent, expecting: tip, reflog: "pmgit: follow the board's home", who: machine)
    }
    settings.home = remote
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

  func url(of remote: String) throws -> String? {
    try repository.configStrings(section: "remote", name: "url")[remote]
  }

  /// Whether two remotes have one repository, by addresses that differ in their form.
  private func isSameRepository(_ one: String, _ other: String) throws -> Bool {
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
  private func remote(at address: HomeAddress) throws -> String {
    guard let url = try urlOfCode.flatMap(address.resolved) else {
      throw StoreError.refusedHome(name, address: address.text, .form)
    }
    let names = try repository.remoteNames()
    if let known = try names.first(where: { try self.url(of: $0) == url }) { return known }
    let numbered = (1...).lazy.map { Settings.homeRemote + ($0 == 1 ? "" : "-\($0)") }
    let remote = try numbered.first { try !names.contains($0) || isUnused($0) } ?? ""
    let folder = Self.branchFolder
    try repository.setConfig("remote.\(remote).url", url)
    try repository.setConfig(
      "remote.\(remote).fetch",
      "+\(folder)*:refs/remotes/\(remote)/\(folder.dropFirst("refs/heads/".count))*")
    return remote
  }

  /// Whether nothing was ever fetched from a remote, as after a mistyped address.
  private func isUnused(_ remote: String) throws -> Bool {
    try repository.references(under: "refs/remotes/\(remote)/").isEmpty
  }
}

/// Moves boards to a home and back.
extension BoardStore {
  /// The most tries to change the pointer while others push to the repository of the code.
  private static let mostTries = 5

  /// Moves the board to a home: merges the board of the code's remote with that of the home, and
  /// then makes the branch of the code's remote point there. After an interruption, the same call
  /// completes it. If the branch points there already, only follows.
  ///
  /// - Parameter terminalPrompt: Whether git may ask for a password on the terminal.
  /// - Throws: `StoreError.elsewhere` if the branch points to another place, and this clone does
  ///   not share the board with that.
  package func move(
    to address: HomeAddress, by author: ChangeIdentity, terminalPrompt: Bool
  ) async throws {
    let code = try remoteOfCode()
    let (former, home) = (settings.home, try remote(at: address))
    guard try home != code && !isSameRepository(home, code) else {
      throw StoreError.refusedHome(name, address: address.text, .itself)
    }
    if former != nil, former != home { try await takeFromHome(author, terminalPrompt) }
    for _ in 0..<Self.mostTries {
      let there = try await fetchFromCode(terminalPrompt, merging: true)
      let pointer = try there.flatMap(self.home(at:))
      let isThere = try isPointer(pointer, to: home)
      if let pointer, try !isThere && !(former.map { try isPointer(pointer, to: $0) } ?? false) {
        throw StoreError.elsewhere(name, address: pointer)
      }
      try await share(with: home)
      try await shareWithHome(author, terminalPrompt, creating: pointer == nil)
      if isThere { return try keepHome() }
      let next = try await self.pointer(to: address, after: there, by: author)
      if try await send(next, replacing: there, terminalPrompt) { return try keepHome() }
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
    if former != nil, !isLost { try await takeFromHome(author, terminalPrompt) }
    for _ in 0..<Self.mostTries {
      let there = try await fetchFromCode(terminalPrompt, merging: false)
      guard let there, let pointer = try home(at: there) else { return try leaveHome() }
      guard try isLost || former.map({ try isPointer(pointer, to: $0) }) ?? false else {
        throw StoreError.elsewhere(name, address: pointer)
      }
      let board = try localTip().flatMap { try home(at: $0) == nil ? $0 : nil } ?? before(there)
      let tree = try repository.commit(board).tree
      let message = CommitMessage(subject: "board: moved back from its home", plans: [])
      let parents = board == (try before(there)) ? [there] : [board, there]
      let next = try await writeCommit(parents: parents, by: author) { (tree, message) }
      if let next, try await send(next, replacing: there, terminalPrompt) {
        return try leaveHome()
      }
    }
    throw StoreError.contention(name, remote: try remoteOfCode(), after: settings.timeout)
  }

  /// Returns the last commit before those that point to a home.
  private func before(_ pointer: ObjectID) throws -> ObjectID {
    var commit = pointer
    while try home(at: commit) != nil, let parent = try repository.commit(commit).parents.first {
      commit = parent
    }
    return commit
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
    let home = settings.home
    settings.home = nil
    defer { settings.home = home }
    let former = try trackingTip()
    let there = try await fetch(try remote(terminalPrompt: terminalPrompt))
    if merging, let there, try self.home(at: there) == nil {
      _ = try await checkAndMerge(there, former: former, person: nil)
    }
    return there
  }

  /// Shares the board with its home for the last time. A home that has moved on has nothing more.
  private func takeFromHome(_ author: ChangeIdentity, _ terminalPrompt: Bool) async throws {
    do {
      _ = try await sync(person: author.committer, terminalPrompt: terminalPrompt)
    } catch StoreError.elsewhere {}
  }

  /// Shares the board with its home, and creates it there if it exists nowhere.
  private func shareWithHome(
    _ author: ChangeIdentity, _ terminalPrompt: Bool, creating: Bool
  ) async throws {
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
  private func send(
    _ commit: ObjectID, replacing former: ObjectID?, _ terminalPrompt: Bool
  ) async throws -> Bool {
    let home = settings.home
    settings.home = nil
    defer { settings.home = home }
    let remote = try remote(terminalPrompt: terminalPrompt)
    switch try await push(commit, to: remote) {
    case .pushed, .upToDate:
      try rememberPush(of: commit, in: remote.trackingBranch)
      return true
    case .lostRace: return false
    case .refused(let reason, let messages):
      throw StoreError.refused(remote: remote.name, reason, messages)
    }
  }
}
