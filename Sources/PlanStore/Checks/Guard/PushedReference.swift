package import Git
package import PlanModel

/// One reference of a push, as git passes it to the `pre-receive` hook.
package struct PushedReference: Hashable, Sendable {
  package private(set) var name: String
  /// The commit before the push; nil if the reference is new.
  package let old: ObjectID?
  /// The commit after the push; nil if the reference is deleted.
  package let new: ObjectID?

  /// Parses a line of git's input: `<old id> <new id> <name>`.
  package init?(line: some StringProtocol) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let old = ObjectID(hex: String(parts[0])),
      let new = ObjectID(hex: String(parts[1]))
    else { return nil }
    name = String(parts[2])
    self.old = old == .zero ? nil : old
    self.new = new == .zero ? nil : new
  }

  /// Returns the reference with the name of its final target if it is symbolic, else unchanged.
  /// With a symbolic reference, a server may give a board's branch a second name.
  package func followed(in repository: Repository) throws -> PushedReference {
    var followed = self
    for _ in 0..<Self.longestChain {
      guard let target = try repository.symbolicTarget(of: followed.name) else { break }
      followed.name = target
    }
    return followed
  }

  /// The most symbolic references in a chain; the limit is git's.
  private static let longestChain = 5

  /// Whether the reference is a board's branch or would prevent one. Case is ignored, because some
  /// file systems ignore it. A branch named `pmgit` prevents all branches below it.
  ///
  /// It is false if the push deletes a branch whose name, ignoring case, is not a board's. Such a
  /// branch only prevented boards, so it may be deleted.
  package var isBoard: Bool {
    let folded = name.foldedFileName
    return "\(folded)/".utf8.starts(with: BoardStore.branchFolder.utf8)
      && (Self.board(named: folded) != nil || new != nil)
  }

  /// The name of the board; nil if the reference is not a board's branch.
  package var board: BoardName? { Self.board(named: name) }

  private static func board(named name: String) -> BoardName? {
    // Bytes are compared, as a '/' and a following combining character are one `Character`.
    let folder = BoardStore.branchFolder.utf8
    guard name.utf8.starts(with: folder) else { return nil }
    return BoardName(String(decoding: name.utf8.dropFirst(folder.count), as: UTF8.self))
  }
}

extension BoardStore {
  /// Returns the committers that the configuration allows; nil if everybody may commit.
  package func allowedCommitters() throws -> Committers? {
    let patterns = try repository.configStrings(Committers.key)
    return patterns.isEmpty ? nil : Committers(patterns)
  }

  /// Checks a push to this board.
  package func violations(
    of reference: PushedReference, committers: Committers?, now: Timestamp
  ) async throws -> [Violation] {
    guard let new = reference.new else { return [Violation(.deletesBoard)] }
    return try await BoardGuard.violations(
      in: self, from: reference.old, to: new, committers: committers, now: now)
  }
}

/// The people who may change a board, from the repository's configuration.
///
/// This list only prevents accidents, because anyone who can push can write any address into a
/// commit. The server must check who pushes.
package struct Committers: Sendable {
  private let patterns: [String]

  /// Parses the list of people who may change a board.
  ///
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
