import Git
package import PlanModel

/// The settings of pmgit in this clone, read from git's configuration.
package struct Settings: Sendable {
  /// `pmgit.board`: the board that commands use. The default is `BoardName.main`.
  package var board: BoardName
  /// The remote that the board is shared with; nil if there is no remote or several.
  package var remote: String? { home ?? codeRemote }
  /// `origin`, else the only remote; nil if there is no remote or several. Remotes that pmgit added
  /// for homes do not count.
  package let usualRemote: String?
  /// `pmgit.remote`, else the usual remote: its branch is the board, or points to the home.
  package let codeRemote: String?
  /// `pmgit-home.<board>.remote`: the remote of the board's home; nil if the board is where the
  /// code is.
  var home: String?
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

  /// Reads the settings.
  ///
  /// - Parameter chosen: The board of this command; nil for the configured one.
  init(_ repository: Repository, of chosen: BoardName? = nil) throws {
    let name = try repository.configString("pmgit.board")
    guard let board = BoardName(name ?? BoardName.main.text) else {
      throw StoreError.invalidBoardName(name ?? "")
    }
    self.board = board
    home = try repository.configString(Self.homeKey(of: chosen ?? board))
    usualRemote = try Self.usualRemote(of: repository)
    codeRemote = try repository.configString("pmgit.remote") ?? usualRemote
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

  /// The key of the remote of a board's home.
  static func homeKey(of board: BoardName) -> String { "pmgit-home.\(board).remote" }
  /// The beginning of the names of the remotes that pmgit adds for homes.
  static let homeRemote = "pmgit-home"

  private static func usualRemote(of repository: Repository) throws -> String? {
    let names = try repository.remoteNames().filter { !$0.hasPrefix(homeRemote) }
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
