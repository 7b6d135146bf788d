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
  /// - Throws: `StoreError.busy` if another process still holds the lock after `patience`.
  init(in folder: String, patience: Duration = .seconds(30)) throws(StoreError) {
    _ = mkdir(folder, 0o777)
    let path = folder + "/lock"
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { return }
    let deadline = ContinuousClock.now + patience
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
      guard ContinuousClock.now < deadline else {
        close(descriptor)
        throw .busy(lock: path)
      }
      usleep(2_000)
    }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
