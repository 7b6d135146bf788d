import Git
package import PlanModel

/// The settings of pmgit in this clone, read from git's configuration.
package struct Settings: Sendable {
  /// `pmgit.board`: the board that commands use. The default is `BoardName.main`.
  package var board: BoardName
  /// `pmgit.remote`, else `origin`, else the only remote; nil if there is no remote or several.
  package var remote: String?
  /// `pmgit.mergeIdentity=user`: merge commits carry the user's name, for hosts that accept only
  /// the names of their users.
  package var mergesAsUser: Bool
  /// `commit.gpgSign`: the user's own commits are signed.
  package var signsCommits: Bool
  /// `pmgit.timeout`: the longest time for a fetch or a push, and for retries when other writers
  /// are faster. The default is two minutes.
  package var timeout: Duration
  /// `pmgit.sync=auto`: commands share the board in the background. The default is `manual`.
  package var syncsByItself: Bool

  init(_ repository: Repository) throws {
    let name = try repository.configString("pmgit.board")
    guard let board = BoardName(name ?? BoardName.main.text) else {
      throw StoreError.invalidBoardName(name ?? "")
    }
    self.board = board
    remote = try Self.remote(of: repository)
    mergesAsUser = try Self.choice("pmgit.mergeIdentity", of: repository, "pmgit", "user")
    signsCommits = try repository.configBool("commit.gpgsign") ?? false
    timeout = try Self.timeout(of: repository)
    syncsByItself = try Self.choice("pmgit.sync", of: repository, "manual", "auto")
  }

  /// Whether a setting has the second of two values and not the first, which is the default.
  private static func choice(
    _ key: String, of repository: Repository, _ usual: String, _ other: String
  ) throws -> Bool {
    guard let value = try repository.configString(key), value != usual else { return false }
    guard value == other else {
      throw StoreError.invalidSetting(key: key, value: value, expected: "'\(usual)' or '\(other)'")
    }
    return true
  }

  private static func remote(of repository: Repository) throws -> String? {
    if let configured = try repository.configString("pmgit.remote") { return configured }
    let names = try repository.remoteNames()
    return names.contains("origin") ? "origin" : names.count == 1 ? names[0] : nil
  }

  /// The longest allowed timeout, in seconds: one day. Much longer ones would overflow clocks.
  private static let longestTimeout = 86400

  private static func timeout(of repository: Repository) throws -> Duration {
    guard let text = try repository.configString("pmgit.timeout") else { return .seconds(120) }
    guard let seconds = Int(text), (1...longestTimeout).contains(seconds) else {
      throw StoreError.invalidSetting(
        key: "pmgit.timeout", value: text,
        expected: "a number of seconds, at most \(longestTimeout)")
    }
    return .seconds(seconds)
  }
}
