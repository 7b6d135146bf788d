import PlanModel

/// The address of the repository that has a board, as the board's branch in another repository
/// names it.
///
/// Anybody who may push there can write it. So it has only forms for which git runs no program and
/// reads no file of this machine: `https://host/path`, `ssh://user@host/path`, `user@host:path`,
/// and a path relative to the other repository, such as `../board.git`.
package struct HomeAddress: Hashable, Sendable {
  package let text: String
  /// nil for a relative address.
  private let place: RemoteAddress?

  /// The most bytes of an address.
  private static let longest = 1000

  /// Parses an address; nil for other forms, and for one that could contain a password.
  package init?(_ text: String) {
    guard text.utf8.count <= Self.longest,
      text.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && !#"?#\"#.utf8.contains($0) })
    else { return nil }
    self.text = text
    if text.hasPrefix("../") || text.hasPrefix("./") {
      // With a colon, git could take the result for the name of a host.
      guard !text.contains(":") else { return nil }
      place = nil
    } else {
      guard let place = RemoteAddress(text), place.isAllowed else { return nil }
      self.place = place
    }
  }

  /// Whether the address is on the host of another one, or in the same folder of this machine. The
  /// hooks of a folder run as the person who pushes there, so those of others are not beside it.
  func isBeside(_ origin: String) -> Bool {
    guard let resolved = resolved(from: origin) else { return false }
    if let here = RemoteAddress(origin), let there = RemoteAddress(resolved) {
      return here.host == there.host && here.port == there.port
    }
    guard place == nil, let here = Self.rootAndPath(of: origin)?.path,
      let there = Self.rootAndPath(of: resolved)?.path
    else { return false }
    return Self.folder(of: here) == Self.folder(of: there)
  }

  private static func folder(of path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.dropLast()
  }

  /// Returns the address for git; nil if a relative one leads above the host of the other.
  ///
  /// - Parameter origin: The address of the repository whose branch names this one.
  func resolved(from origin: String) -> String? {
    guard place == nil else { return text }
    guard let (root, path) = Self.rootAndPath(of: origin) else { return nil }
    var parts = path.split(separator: "/")
    for step in text.split(separator: "/") where step != "." {
      if step != ".." {
        parts.append(step)
      } else if parts.popLast() ?? ".." == ".." {
        return nil
      }
    }
    let isPath = root.isEmpty && !path.hasPrefix("/")
    if parts.isEmpty || isPath && parts[0].hasPrefix("-") { return nil }
    return root + (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }

  /// Splits an address, or a path of this machine, before its path. Returns nil if git would run a
  /// program for it.
  private static func rootAndPath(of origin: String) -> (root: String, path: String)? {
    if let place = RemoteAddress(origin) {
      return (String(origin.dropLast(place.path.count)), place.path)
    }
    // `file:///path` and `http://[::1]/path` have no host of the form above.
    if let mark = origin.firstRange(of: "://") {
      let path = origin[mark.upperBound...].drop { $0 != "/" }
      return (String(origin[..<path.startIndex]), String(path))
    }
    return origin.contains("::") ? nil : ("", origin)
  }
}

extension RemoteAddress {
  /// Whether the address may come from somebody else. Names of users on https may be passwords.
  fileprivate var isAllowed: Bool {
    switch scheme {
    case "https": user == nil && path.utf8.count > 1
    case "ssh": user.map(Self.isName) ?? true && path.utf8.count > 1
    case nil: user.map(Self.isName) ?? true && !path.isEmpty && !path.hasPrefix("-")
    default: false
    }
  }
}
