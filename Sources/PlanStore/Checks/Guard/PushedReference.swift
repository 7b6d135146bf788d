package import Git
package import PlanModel

/// One reference that somebody pushes, as git tells its `pre-receive` hook.
package struct PushedReference: Hashable, Sendable {
  package private(set) var name: String
  /// Where it is; nil if it is new.
  package let old: ObjectID?
  /// Where it would be; nil if it would go.
  package let new: ObjectID?

  /// Reads a line of git's: `<old id> <new id> <name>`.
  package init?(line: some StringProtocol) {
    let parts = line.split(separator: " ", maxSplits: 2)
    guard parts.count == 3, let old = ObjectID(hex: String(parts[0])),
      let new = ObjectID(hex: String(parts[1]))
    else { return nil }
    name = String(parts[2])
    self.old = old == .zero ? nil : old
    self.new = new == .zero ? nil : new
  }

  /// The reference that is written where this one only stands for it, as on a server that gives a
  /// board's branch a second name.
  package func followed(in repository: Repository) throws(StoreError) -> PushedReference {
    var followed = self
    for _ in 0..<Self.longestChain {
      let target = try git { () throws(GitError) in
        try repository.symbolicTarget(of: followed.name)
      }
      guard let target else { break }
      followed.name = target
    }
    return followed
  }

  /// git follows no more of them.
  private static let longestChain = 5

  /// Whether it is a board's, or would be in the way of boards: on some file systems a name in other
  /// letters is the same, and where `pmgit` is a branch there can be none below it.
  ///
  /// What is in the way may be deleted, but for what is a board's own file on such a file system.
  package var isBoard: Bool {
    let folded = NameFolding.folded(name)
    return "\(folded)/".utf8.starts(with: BoardStore.branchFolder.utf8)
      && (Self.board(named: folded) != nil || new != nil)
  }

  /// The board that it is; nil if no board can be called that.
  package var board: BoardName? { Self.board(named: name) }

  private static func board(named name: String) -> BoardName? {
    // By bytes: a combining character after the '/' would make one letter of both.
    let folder = BoardStore.branchFolder.utf8
    guard name.utf8.starts(with: folder) else { return nil }
    return BoardName(String(decoding: name.utf8.dropFirst(folder.count), as: UTF8.self))
  }
}

extension BoardStore {
  /// The committers that the configuration allows, nil if it says nothing of them.
  package func allowedCommitters() throws(StoreError) -> Committers? {
    let patterns = try git { () throws(GitError) in
      try repository.configStrings(Committers.key)
    }
    return patterns.isEmpty ? nil : Committers(patterns)
  }

  /// Judges what a push would do to this board.
  package func violations(
    of reference: PushedReference, committers: Committers?, now: Timestamp
  ) async throws(StoreError) -> [Violation] {
    guard let new = reference.new else { return [Violation(.deletesBoard)] }
    return try await BoardGuard.violations(
      in: self, from: reference.old, to: new, committers: committers, now: now)
  }
}
