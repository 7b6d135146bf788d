/// A commit of the code that a plan names, and the repository that has it: the target of a link of
/// the kind `commit`.
package struct CommitLink: Hashable, Sendable {
  /// nil if the board is kept in the repository of the commit, or if that is unknown.
  package let repository: CodeRepository?
  /// The full id in hexadecimal digits.
  package let id: String

  package init(_ id: String, in repository: CodeRepository? = nil) {
    (self.id, self.repository) = (id, repository)
  }

  /// Parses `ID` or `host/path/ID`. A text of another form counts as an id.
  package init(target: String) {
    let slash = target.lastIndex(of: "/")
    if let slash, let repository = CodeRepository(String(target[..<slash])) {
      self.init(String(target[target.index(after: slash)...]), in: repository)
    } else {
      self.init(target)
    }
  }

  /// The link of a plan.
  package var link: Link {
    Link(kind: Link.commitKind, target: repository.map { "\($0.address)/\(id)" } ?? id)
  }

  /// The beginning of the id, after the name of the repository: `app 3f2a9c1`.
  package var short: String { (repository.map { "\($0.name) " } ?? "") + id.prefix(7) }
}

/// A repository of code, by its place on a host: `github.com/team/app`.
///
/// The addresses for https and ssh of one repository have the same place.
package struct CodeRepository: Hashable, Sendable {
  /// The host in lower case, and the path without `.git`.
  package let address: String

  /// The most bytes of an address.
  private static let longest = 300

  /// Parses a host and a path, `github.com/team/app`; nil for other texts.
  package init?(_ address: String) {
    let parts = address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty }), address.utf8.count <= Self.longest,
      parts[0] == parts[0].lowercased(),
      RemoteAddress.isName(parts[0]), parts.allSatisfy(Self.isPart)
    else { return nil }
    self.address = address
  }

  /// Finds the place in the address of a remote; nil for a path of this machine, for a name that
  /// only this machine knows, and for a server of the web with a port of its own.
  package init?(remote: String) {
    guard let remote = RemoteAddress(remote), remote.host.contains("."),
      remote.port == nil || remote.scheme == "ssh"
    else { return nil }
    var path = remote.path.split(separator: "/").joined(separator: "/")
    if path.hasSuffix(".git") { path.removeLast(4) }
    self.init("\(remote.host)/\(path)")
  }

  /// Whether a part needs no escape in an address of the web.
  private static func isPart(_ text: String) -> Bool {
    text != "." && text != ".." && RemoteAddress.isName("x" + text.replacing("~", with: ""))
  }

  /// The last part of the path: `app`.
  package var name: String { address.split(separator: "/").last.map(String.init) ?? address }

  /// Returns the address of a commit's page on the hosts that people use most: GitHub, GitLab,
  /// Gitea, Forgejo, SourceHut.
  package func page(of commit: String) -> String { "https://\(address)/commit/\(commit)" }

  /// Whether a text is the name, or the end of the address that begins at a slash. Case does not
  /// matter.
  package func isMeant(by text: String) -> Bool {
    let (address, text) = (address.lowercased(), text.lowercased())
    return address == text || address.hasSuffix("/" + text)
  }
}
