/// An account of a person in another tracker: `github:annlee`, or `github:git.example.com/annlee`.
package struct Account: Hashable, Sendable {
  /// The tracker: `github`, or `github:git.example.com`.
  package let tracker: String
  /// The login in lower case, because trackers ignore the case. So all clones write the same text
  /// for `AnnLee` and `annlee`.
  package let login: String

  package init?(login: String, in tracker: String) {
    guard Self.isLogin(login) else { return nil }
    (self.tracker, self.login) = (tracker, login.lowercased())
  }

  /// Parses `github:LOGIN`, `gitlab:LOGIN`, or the same with a host: `github:HOST/LOGIN`,
  /// `gitea:HOST/LOGIN`. Returns nil for other texts.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let (kind, rest) = (text[..<colon].lowercased(), text[text.index(after: colon)...])
    let slash = rest.lastIndex(of: "/")
    let host = slash.map { rest[..<$0] } ?? ""
    guard slash == nil || Self.isHost(host, of: kind),
      let tracker = Self.tracker(kind, host: host)
    else { return nil }
    let login = slash.map { rest[rest.index(after: $0)...] } ?? rest
    self.init(login: String(login), in: tracker)
  }

  /// The account as it is typed, in lower case.
  package var text: String { tracker.contains(":") ? "\(tracker)/\(login)" : "\(tracker):\(login)" }

  /// The id of the account in the board's list of accounts.
  var id: ExactString { ExactString(ImportedItems.typable(text)) }

  /// Whether both are the same account. Trackers ignore the case of logins.
  package func isSame(as other: Account) -> Bool { id == other.id }

  /// Returns the tracker of an issue; nil for a source without accounts, such as `csv`.
  ///
  /// - Parameter alias: The alias of the issue: `github:o/r#12`, or
  ///   `github:git.example.com/o/r#12`.
  package static func tracker(of alias: String) -> String? {
    guard let colon = alias.firstIndex(of: ":") else { return nil }
    let place = alias[alias.index(after: colon)...].split(
      separator: "#", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let parts = place.split(separator: "/", omittingEmptySubsequences: false)
    let kind = alias[..<colon].lowercased()
    let host = parts.count > 2 && isHost(parts[0], of: kind) ? parts[0] : ""
    return tracker(kind, host: host)
  }

  private static let usualHosts = [
    "github": ["github.com", "www.github.com"], "gitlab": ["gitlab.com"], "gitea": [],
  ]

  private static func tracker(_ kind: String, host: Substring) -> String? {
    guard let usual = usualHosts[kind] else { return nil }
    let host = host.lowercased()
    // Gitea and Forgejo have no usual host.
    if host.isEmpty, usual.isEmpty { return nil }
    return host.isEmpty || usual.contains(host) ? kind : "\(kind):\(host)"
  }

  /// Whether a text is a host. Without a dot, as `localhost:3000`, it may also be a group, except
  /// for Gitea, whose names always begin with a host.
  private static func isHost(_ text: Substring, of kind: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && (kind == "gitea" || text.dropFirst().dropLast().contains("."))
      && text.utf8.allSatisfy { isLetter($0) || "_-.:".utf8.contains($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }

  /// Whether a text can be the name of an account. It must not look like an option or a list to the
  /// tracker's program, so it has no leading hyphen and no comma.
  package static func isLogin(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count) && text.utf8.first.map(isLetter) == true
      && text.utf8.allSatisfy { isLetter($0) || "_-.".utf8.contains($0) }
  }
}
