import Git
package import PlanModel

/// The difference between the local board and the last fetched one.
package struct SharingStatus: Sendable {
  package let remote: String?
  /// Whether the remote's board was ever fetched or pushed.
  package let isShared: Bool
  /// The number of commits that only this clone has.
  package let ahead: Int
  /// The number of commits that only the remote has.
  package let behind: Int
}

extension BoardStore {
  /// Compares the board with its remote-tracking branch, without the network.
  package func sharingStatus() throws -> SharingStatus {
    guard let theirs = try trackingTip() else {
      return SharingStatus(remote: settings.remote, isShared: false, ahead: 0, behind: 0)
    }
    let local = try tip()
    var (ahead, behind) = (0, 0)
    // Equal heads need no history, which may be missing in a shallow clone.
    if local != theirs {
      try requireHistory(of: local, theirs)
      (ahead, behind) = try repository.aheadBehind(local: local, upstream: theirs)
    }
    return SharingStatus(remote: settings.remote, isShared: true, ahead: ahead, behind: behind)
  }

  /// Returns the plans that were changed in this clone since the last sync.
  ///
  /// - Returns: nil if the board was never shared, or if the history is cut off.
  /// - Complexity: Reads the folders that differ.
  package func unsharedPlans() throws -> Set<PlanID>? {
    guard let theirs = try trackingTip() else { return nil }
    let local = try tip()
    if local == theirs { return [] }
    do {
      try requireHistory(of: local, theirs)
      let shared = try repository.mergeBases(local, theirs).first
      let differing = try repository.treeDifferences(
        from: repository.tree(of: shared), to: repository.commit(local).tree)
      return Set(differing.compactMap { BoardFile(path: $0.path)?.planID })
    } catch StoreError.shallow {
      return nil
    }
  }
}
