import Git

/// How much of a board waits to be shared.
package enum WaitingChanges: Hashable, Sendable {
  /// The remote never had the board, as far as is known here.
  case never
  /// So many commits are only here.
  case count(Int)
  /// Some are only here; the history that would tell how many is missing.
  case some
}

extension BoardStore {
  /// Returns what waits to be shared, without the network; nil without a remote.
  ///
  /// - Complexity: The commits that are on one side alone; never the history that both have.
  package func waitingChanges() throws(StoreError) -> WaitingChanges? {
    guard settings.remote != nil else { return nil }
    guard let theirs = try trackingTip() else { return .never }
    let local = try tip()
    if local == theirs { return .count(0) }
    do throws(StoreError) {
      try requireHistory(of: local, theirs)
      return .count(try repository.aheadBehind(local: local, upstream: theirs).ahead)
    } catch {
      // A shallow clone lacks the history that would tell.
      guard case .shallow = error else { throw error }
      return .some
    }
  }
}
