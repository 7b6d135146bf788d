/// The parts of an address for git that names a host: `https://host/path`, `ssh://user@host/path`,
/// or `user@host:path`.
package struct RemoteAddress: Hashable, Sendable {
  /// nil for the form `user@host:path`.
  package let scheme: String?
  package let user: String?
  /// The host in lower case.
  package let host: String
  /// nil if the address has no port.
  package let port: String?
  /// The path, which begins with a slash in an address with a scheme.
  package let path: String

  /// Splits an address; nil without a host of letters, digits, dots, hyphens and low lines.
  package init?(_ address: String) {
    let authority: Substring
    if let mark = address.firstRange(of: "://") {
      scheme = String(address[..<mark.lowerBound])
      authority = address[mark.upperBound...].prefix { $0 != "/" }
      path = String(address[authority.endIndex...])
    } else {
      guard let colon = address.firstIndex(of: ":") else { return nil }
      scheme = nil
      authority = address[..<colon]
      path = String(address[address.index(after: colon)...])
      // A second colon names a program that git would run.
      if authority.contains("/") || path.hasPrefix(":") { return nil }
    }
    let at = authority.lastIndex(of: "@")
    user = at.map { String(authority[..<$0]) }
    let place = at.map { authority[authority.index(after: $0)...] } ?? authority
    let parts = place.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, Self.isName(name), parts.count < 2 || scheme != nil,
      parts.count < 3, parts.dropFirst().allSatisfy(Self.isPort)
    else { return nil }
    (host, port) = (name.lowercased(), parts.count == 2 ? parts[1] : nil)
  }

  /// Whether all bytes are letters, digits, dots, hyphens or low lines, and the first is a letter
  /// or a digit.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !"-._".utf8.contains(first) else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
      default: isDigit(byte) || "-._".utf8.contains(byte)
      }
    }
  }

  private static func isPort(_ text: String) -> Bool {
    (1...5).contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
