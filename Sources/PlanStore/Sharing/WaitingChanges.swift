import Git

/// The amount of changes that are not shared yet.
package enum WaitingChanges: Hashable, Sendable {
  /// The remote's board was never fetched or pushed.
  case never
  /// The number of commits that only this clone has.
  case count(Int)
  /// There are unshared commits, but their number is unknown, as the history is cut off.
  case some
}

extension BoardStore {
  /// Returns the amount of unshared changes, without the network; nil without a remote.
  ///
  /// - Complexity: Reads only the commits that one side lacks.
  package func waitingChanges() throws(StoreError) -> WaitingChanges? {
    guard settings.remote != nil else { return nil }
    guard let theirs = try trackingTip() else { return .never }
    let local = try tip()
    if local == theirs { return .count(0) }
    do throws(StoreError) {
      try requireHistory(of: local, theirs)
      return .count(try repository.aheadBehind(local: local, upstream: theirs).ahead)
    } catch {
      // In a shallow clone the history is cut off.
      guard case .shallow = error else { throw error }
      return .some
    }
  }
}
