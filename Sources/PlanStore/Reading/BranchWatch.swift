import Git

/// Waits until the branches of a board may have moved: the local one, and the one last fetched.
package final class BranchWatch {
  private let files: FileWatch

  /// - Parameter isPolling: Whether to do without the system's notices.
  package init(of store: BoardStore, isPolling: Bool = false) {
    // A reference is a file of its own or a line of 'packed-refs'.
    let paths = [store.branch, store.trackingBranch, "packed-refs"].compactMap(\.self)
    files = FileWatch(paths, below: store.repository.commonDirectory, isPolling: isPolling)
  }

  /// Whether the system reports changes at once.
  package var isNotified: Bool { files.isNotified }

  /// Waits until a branch may have moved, `wake` was called, the time is over, or the task is
  /// cancelled; see `FileWatch.wait`.
  package func wait(upTo limit: Duration) async { await files.wait(upTo: limit) }

  /// Returns a function that ends the present or the next wait; any thread may call it.
  package var wake: @Sendable () -> Void { files.wake }
}
