package import Git
package import PlanModel

/// One reference that somebody pushes, as git tells its `pre-receive` hook.
package struct PushedReference: Hashable, Sendable {
  package let name: String
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

  /// Whether it is a board's, or would be in the way of boards: on some file systems a name in other
  /// letters is the same, and where `pmgit` is a branch there can be none below it.
  package var isBoard: Bool {
    "\(name.lowercased())/".hasPrefix(BoardStore.branchFolder) && (board != nil || new != nil)
  }

  /// The board that it is; nil if no board can be called that.
  package var board: BoardName? {
    guard name.hasPrefix(BoardStore.branchFolder) else { return nil }
    return BoardName(String(name.dropFirst(BoardStore.branchFolder.count)))
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
    of reference: PushedReference, committers: Committers?
  ) throws(StoreError) -> [Violation] {
    guard let new = reference.new else { return [Violation(.deletesBoard)] }
    return try BoardGuard.violations(
      in: self, from: reference.old, to: new, committers: committers)
  }
}
