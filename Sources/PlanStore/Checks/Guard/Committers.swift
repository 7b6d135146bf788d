import Git

/// The people who may change a board, from the repository's configuration.
///
/// It only prevents accidents, as anyone who can push can write any address into a commit. The
/// server must check who pushes.
package struct Committers: Sendable {
  private let patterns: [String]

  /// - Parameter patterns: Addresses in which `*` matches any characters, such as `*@example.com`.
  init(_ patterns: [String]) { self.patterns = patterns.map { $0.lowercased() } }

  package static let key = "pmgit.guard.committer"

  func admit(_ person: Signature) -> Bool {
    let email = Array(person.email.lowercased().utf8)
    return patterns.contains { Self.matches(email, Array($0.utf8)) }
  }

  /// Whether a text matches a pattern. Each `*` first matches as little as possible, then more.
  private static func matches(_ text: [UInt8], _ pattern: [UInt8]) -> Bool {
    let star = UInt8(ascii: "*")
    var (at, next) = (0, 0)
    var retry: (at: Int, next: Int)?
    while at < text.count {
      if next < pattern.count, pattern[next] == star {
        retry = (at, next + 1)
        next += 1
      } else if next < pattern.count, pattern[next] == text[at] {
        (at, next) = (at + 1, next + 1)
      } else if let (start, after) = retry {
        retry = (start + 1, after)
        (at, next) = (start + 1, after)
      } else {
        return false
      }
    }
    return pattern[next...].allSatisfy { $0 == star }
  }
}
