#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An advisory lock between the writers of one repository.
///
/// The compare-and-swap of the branch is what keeps edits from being lost; the lock only spares
/// writers the work of losing it again and again. It is held for the write alone, it is gone with
/// the process that held it, and readers never look at it.
struct WriterLock: ~Copyable {
  private let descriptor: Int32

  /// Waits for the lock in `<folder>/lock`, making the folder where it is missing.
  ///
  /// Where the lock file can't be made, as on a read-only disk, there is nothing to wait for: the
  /// write itself will say what is wrong.
  ///
  /// - Parameter patience: Longer than a holder may take to sign a commit, which is a minute.
  /// - Throws: `StoreError.busy` if another holder still has the lock after `patience`, or when the
  ///   task is cancelled.
  init(in folder: String, patience: Duration = .seconds(90)) async throws(StoreError) {
    _ = mkdir(folder, 0o777)
    let path = folder + "/lock"
    let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
    let deadline = ContinuousClock.now + patience
    while opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0,
      errno == EWOULDBLOCK || errno == EINTR
    {
      do {
        // Not a call that blocks: the holder may be a task that needs this thread to go on.
        guard ContinuousClock.now < deadline else { throw StoreError.busy(lock: path) }
        try await Task.sleep(for: .milliseconds(2))
      } catch {
        close(opened)
        throw .busy(lock: path)
      }
    }
    // Last, so that nothing is closed twice where the wait fails.
    descriptor = opened
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
