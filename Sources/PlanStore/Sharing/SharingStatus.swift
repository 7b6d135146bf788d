import Git
package import PlanModel

/// The difference between the board here and the remote's, as last fetched.
package struct SharingStatus: Sendable {
  package let remote: String?
  /// Whether the remote's board was ever fetched.
  package let isShared: Bool
  /// Commits that are only here.
  package let ahead: Int
  /// Commits that are only there.
  package let behind: Int
}

extension BoardStore {
  /// Compares the board with its remote-tracking branch, without the network.
  package func sharingStatus() throws(StoreError) -> SharingStatus {
    guard let theirs = try trackingTip() else {
      return SharingStatus(remote: settings.remote, isShared: false, ahead: 0, behind: 0)
    }
    let local = try tip()
    var (ahead, behind) = (0, 0)
    // Equal heads need no history, which a shallow clone may not have.
    if local != theirs {
      try requireHistory(of: local, theirs)
      (ahead, behind) = try repository.aheadBehind(local: local, upstream: theirs)
    }
    return SharingStatus(remote: settings.remote, isShared: true, ahead: ahead, behind: behind)
  }

  /// The plans whose files were changed here since the last sync, so that no other clone can have
  /// them.
  ///
  /// - Returns: nil if the board was never shared, or where the history that would tell is missing.
  /// - Complexity: The folders that differ.
  package func unsharedPlans() throws(StoreError) -> Set<PlanID>? {
    guard let theirs = try trackingTip() else { return nil }
    let local = try tip()
    if local == theirs { return [] }
    do throws(StoreError) {
      try requireHistory(of: local, theirs)
      let shared = try repository.mergeBases(local, theirs).first
      let differing = try repository.treeDifferences(
        from: repository.tree(of: shared), to: repository.commit(local).tree)
      return Set(differing.compactMap { BoardFile(path: $0.path)?.planID })
    } catch {
      guard case .shallow = error else { throw error }
      return nil
    }
  }
}
