/// The source of a bridge's issues.
package enum BridgeSource: Hashable, Sendable {
  /// Issues of GitHub: `OWNER/REPO`, or `HOST/OWNER/REPO`.
  case github(String)
  /// Issues of GitLab: `GROUP/PROJECT`, or `HOST/GROUP/PROJECT`.
  case gitlab(String)
  /// Issues of Gitea or Forgejo: `HOST/OWNER/REPO`, where the host may have a port and folders, and
  /// `http://` before it.
  case gitea(String)
  /// A file or a folder, by its full path.
  case file(String)
  /// A command for the shell, which prints a file.
  case command(String)

  /// Parses `github:OWNER/REPO`, `gitlab:GROUP/PROJECT`, `gitea:HOST/OWNER/REPO` or `file:PATH`;
  /// nil for other texts. `forgejo` means the same as `gitea`. No tracker has a repository whose
  /// name ends in `.git`, which addresses for `git clone` have.
  package init?(_ text: String) {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    var rest = String(text[text.index(after: colon)...])
    if rest.hasSuffix(".git"), text[..<colon] != "file" { rest.removeLast(4) }
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    switch text[..<colon] {
    case "github" where parts.count == 2 && parts.allSatisfy(Self.isName): self = .github(rest)
    case "github"
    where parts.count == 3 && parts.allSatisfy(Self.isName) && Self.isHost(parts[0]):
      self = .github(rest)
    case "gitlab" where (2...20).contains(parts.count) && parts.allSatisfy(Self.isName):
      self = .gitlab(rest)
    case "gitea", "forgejo":
      guard let name = Self.giteaName(rest) else { return nil }
      self = .gitea(name)
    case "file" where !rest.isEmpty: self = .file(rest)
    default: return nil
    }
  }

  /// Whether a text is the name of an owner, a group or a repository. It must not look like an
  /// option or a path to the tracker's program.
  private static func isName(_ text: Substring) -> Bool {
    let isLetter = { (byte: UInt8) in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard (1...100).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return (isLetter(first) || first == UInt8(ascii: "_") || first == UInt8(ascii: "."))
      && text != "." && text != ".."
      && text.utf8.allSatisfy { isLetter($0) || "_-.".utf8.contains($0) }
  }

  /// Returns the name of a repository on a server without `https://`; nil for other texts.
  private static func giteaName(_ text: String) -> String? {
    let isPlain = text.hasPrefix(plain)
    let hasScheme = isPlain || text.hasPrefix("https://")
    let name = hasScheme ? text.drop { $0 != "/" }.dropFirst(2) : text[...]
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard (3...10).contains(parts.count), parts.dropFirst().allSatisfy(isName) else { return nil }
    let host = parts[0].split(separator: ":", omittingEmptySubsequences: false)
    guard isName(host[0]), host.count < 2 || host.count == 2 && isPort(host[1]) else { return nil }
    return (isPlain ? plain : "") + name
  }

  private static func isPort(_ text: Substring) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether the first part of a longer name is a host, because it contains a dot. So a group of
  /// GitLab with a dot in its name needs a host before it.
  private static func isHost(_ text: Substring) -> Bool {
    text.dropFirst().dropLast().contains(".")
  }

  /// The host in the name, and the repository or project. The host is empty if the name has none;
  /// the program then uses its own.
  var place: (host: Substring, name: Substring) {
    switch self {
    case .github(let name), .gitlab(let name):
      let parts = name.split(separator: "/", maxSplits: 1)
      guard parts.count == 2, parts[1].contains("/"), Self.isHost(parts[0]) else {
        return ("", name[...])
      }
      return (parts[0], parts[1])
    case .gitea(let name):
      let bare = name.hasPrefix(Self.plain) ? name.dropFirst(Self.plain.count) : name[...]
      let parts = bare.split(separator: "/")
      let (owner, repository) = (parts[parts.count - 2], parts[parts.count - 1])
      return (bare[..<owner.startIndex].dropLast(), bare[owner.startIndex..<repository.endIndex])
    case .file, .command: return ("", "")
    }
  }

  /// The repository for the option `--repo` of gh or glab.
  var repository: String {
    let (host, name) = place
    if case .gitlab = self, !host.isEmpty { return "https://\(host)/\(name)" }
    return host.isEmpty ? String(name) : "\(host)/\(name)"
  }

  /// The beginning of the aliases of the source's issues: `github:o/r`.
  package var aliasStart: String { "\(format ?? ""):\(origin ?? "")" }

  /// The source as it is typed; a command itself.
  package var text: String {
    switch self {
    case .github(let name): "github:\(name)"
    case .gitlab(let name): "gitlab:\(name)"
    case .gitea(let name): "gitea:\(name)"
    case .file(let path): "file:\(path)"
    case .command(let command): command
    }
  }

  /// The format of the source; nil if it must be detected.
  package var format: String? {
    switch self {
    case .github: "github"
    case .gitlab: "gitlab"
    case .gitea: "gitea"
    case .file, .command: nil
    }
  }

  /// The name of the source in aliases; nil for files and commands.
  package var origin: String? {
    switch self {
    case .github: TrackerText.origin(host: place.host, unless: usualHosts) + place.name
    case .gitlab: TrackerText.gitLabProject(host: place.host, path: place.name)
    case .gitea: "\(place.host.lowercased())/\(place.name)"
    case .file, .command: nil
    }
  }

  /// The hosts that aliases leave out.
  var usualHosts: [String] {
    switch format {
    case "github": ["github.com", "www.github.com"]
    case "gitlab": ["gitlab.com"]
    default: []
    }
  }

  /// Whether changes can be sent to the source.
  package var takesChanges: Bool { format != nil }
}
