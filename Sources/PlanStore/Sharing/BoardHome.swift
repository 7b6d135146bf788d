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

  func home(at commit: ObjectID) throws -> String? {
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
  func isPointer(_ address: String?, to remote: String) throws -> Bool {
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
  func share(with remote: String) async throws {
    while let tip = try localTip(), try home(at: tip) != nil {
      try requireHistory(of: tip)
      let board = try board(before: tip)
      if board == tip { break }
      _ = try await moveBranch(
        to: board, expecting: tip, reflog: "pmgit: follow the board's home", who: machine)
    }
    settings.home = remote
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
    try repository.configStrings(section: "remote", name: "url")[remote]
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
  func remote(at address: HomeAddress) throws -> String {
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
