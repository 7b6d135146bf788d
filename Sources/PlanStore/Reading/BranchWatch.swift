import Git

/// Waits until a branch of a board may have moved: the local one or the remote-tracking one.
package final class BranchWatch {
  private let files: FileWatch

  /// - Parameter isPolling: Whether to poll the files instead of using the system's notifications.
  package init(of store: BoardStore, isPolling: Bool = false) {
    // git stores a reference as a file or as a line of 'packed-refs'.
    let paths = [store.branch, store.trackingBranch, "packed-refs"].compactMap(\.self)
    files = FileWatch(paths, below: store.repository.commonDirectory, isPolling: isPolling)
  }

  /// Whether the system reports changes at once.
  package var isNotified: Bool { files.isNotified }

  /// Waits until a branch may have moved, `wake` is called, the limit is reached, or the task is
  /// cancelled; see `FileWatch.wait`.
  package func wait(upTo limit: Duration) async { await files.wait(upTo: limit) }

  /// Returns a function that ends the present or the next wait; any thread may call it.
  package var wake: @Sendable () -> Void { files.wake }
}
