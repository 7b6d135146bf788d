import Git

/// How much of a board waits to be shared.
package enum WaitingChanges: Hashable, Sendable {
  /// The remote never had the board, as far as is known here.
  case never
  /// So many commits are only here.
  case count(Int)
  /// Some are only here; counting them would take long.
  case some
}

extension BoardStore {
  /// The most commits that are looked at for the remote's, newest first.
  private static let mostCommits = 200

  /// Returns what waits to be shared, without the network; nil without a remote.
  ///
  /// - Complexity: At most 200 commits, and those that are on one side alone; never the whole history.
  package func waitingChanges() throws(StoreError) -> WaitingChanges? {
    guard settings.remote != nil else { return nil }
    guard let theirs = try trackingTip() else { return .never }
    let local = try tip()
    if local == theirs { return .count(0) }
    do throws(StoreError) {
      return try walk(from: [local, theirs]) { () throws(GitError) in
        var looked = 0
        var isNear = false
        try repository.visitCommits(from: [local]) { id throws(GitError) in
          isNear = id == theirs
          looked += 1
          return !isNear && looked < Self.mostCommits
        }
        guard isNear else { return .some }
        return .count(try repository.aheadBehind(local: local, upstream: theirs).ahead)
      }
    } catch {
      // A shallow clone lacks the history that would tell.
      guard case .shallow = error else { throw error }
      return .some
    }
  }
}
