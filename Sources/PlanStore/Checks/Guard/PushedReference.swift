import Git
package import PlanModel

/// One reference of a push, as git passes it to the `pre-receive` hook.
package struct PushedReference: Hashable, Sendable {
  package private(set) var name: String
  /// Its commit before the push; nil if it is new.
  package let old: ObjectID?
  /// Its commit after the push; nil if it is deleted.
  package let new: ObjectID?

  /// Reads a line of git's input: `<old id> <new id> <name>`.
  package init?(line: some StringProtocol) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let old = ObjectID(hex: String(parts[0])),
      let new = ObjectID(hex: String(parts[1]))
    else { return nil }
    name = String(parts[2])
    self.old = old == .zero ? nil : old
    self.new = new == .zero ? nil : new
  }

  /// The reference that is written if this one is symbolic, as on a server that gives a board's
  /// branch a second name.
  package func followed(in repository: BoardRepository) throws(StoreError) -> PushedReference {
    var followed = self
    for _ in 0..<Self.longestChain {
      guard let target = try repository.symbolicTarget(of: followed.name) else { break }
      followed.name = target
    }
    return followed
  }

  /// The most symbolic references in a chain, which is git's limit.
  private static let longestChain = 5

  /// Whether it is a board's branch, or would prevent one: on some file systems a name in other
  /// letters is the same, and below a branch `pmgit` there can be none.
  ///
  /// A branch that prevents boards may be deleted, unless such a file system takes it for a board's
  /// own branch.
  package var isBoard: Bool {
    let folded = NameFolding.folded(name)
    return "\(folded)/".utf8.starts(with: BoardStore.branchFolder.utf8)
      && (Self.board(named: folded) != nil || new != nil)
  }

  /// The name of its board; nil if it is no valid name of a board.
  package var board: BoardName? { Self.board(named: name) }

  private static func board(named name: String) -> BoardName? {
    // By bytes: a combining character after the '/' would make one letter of both.
    let folder = BoardStore.branchFolder.utf8
    guard name.utf8.starts(with: folder) else { return nil }
    return BoardName(String(decoding: name.utf8.dropFirst(folder.count), as: UTF8.self))
  }
}

extension BoardStore {
  /// The committers that the configuration allows; nil if it lists none.
  package func allowedCommitters() throws(StoreError) -> Committers? {
    let patterns = try repository.configStrings(Committers.key)
    return patterns.isEmpty ? nil : Committers(patterns)
  }

  /// Judges a push to this board.
  package func violations(
    of reference: PushedReference, committers: Committers?, now: Timestamp
  ) async throws(StoreError) -> [Violation] {
    guard let new = reference.new else { return [Violation(.deletesBoard)] }
    return try await BoardGuard.violations(
      in: self, from: reference.old, to: new, committers: committers, now: now)
  }
}
