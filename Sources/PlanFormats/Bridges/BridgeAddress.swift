import PlanModel

extension BridgeSource {
  /// Parses an address that people copy: of a page of a repository, such as
  /// `https://github.com/acme/app/issues`, or for `git clone`.
  ///
  /// - Returns: nil for other texts, and for a host that may belong to any tracker.
  package init?(address text: String) {
    guard let place = Self.place(in: text) else { return nil }
    let host = place.host.lowercased()
    let name = host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    let start = { (usual: String) in name == usual ? "" : "\(host)/" }
    switch name.split(separator: ".").first ?? "" {
    case "github":
      let path = place.path.prefix(2).joined(separator: "/")
      self.init("github:\(start("github.com"))\(path)")
    case "gitlab":
      let path = place.path.prefix { $0 != "-" }.joined(separator: "/")
      self.init("gitlab:\(start("gitlab.com"))\(path)")
    case "gitea", "forgejo", "codeberg":
      let path = place.path.prefix(2).joined(separator: "/")
      // The port of SSH is not that of the interface.
      let host = text.lowercased().hasPrefix("ssh:") ? String(host.prefix { $0 != ":" }) : host
      self.init("gitea:\(text.lowercased().hasPrefix(Self.plain) ? Self.plain : "")\(host)/\(path)")
    default: return nil
    }
  }

  /// Returns the sources that an address of an unknown host may mean; empty for other texts.
  package static func candidates(address text: String) -> [BridgeSource] {
    guard let place = place(in: text), text.contains("://") else { return [] }
    let path = place.path.prefix(2).joined(separator: "/")
    let scheme = text.lowercased().hasPrefix(plain) ? plain : ""
    return ["gitea:\(scheme)", "gitlab:"].compactMap {
      BridgeSource("\($0)\(place.host.lowercased())/\(path)")
    }
  }

  /// Returns the host of an address, and the parts of the path without `.git`.
  private static func place(in text: String) -> (host: String, path: [String])? {
    var rest = text[...]
    for scheme in ["https://", "http://", "ssh://git@", "git@"]
    where rest.lowercased().hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      if scheme == "git@", let colon = rest.firstIndex(of: ":") {
        rest = rest[..<colon] + "/" + rest[rest.index(after: colon)...]
      }
      break
    }
    let parts = rest.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").map(String.init)
    guard let host = parts.first, host.contains("."), parts.count > 2 else { return nil }
    return (
      host, parts.dropFirst().map { $0.hasSuffix(".git") ? String($0.dropLast(4)) : $0 }
    )
  }
}
