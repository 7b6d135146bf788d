#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An advisory lock between the writers of one repository.
///
/// The compare-and-swap of the branch keeps edits from being lost; the lock only spares writers the
/// work of losing it again and again, and serves them in their order. It is held for the write
/// alone, it ends with the process that held it, and readers never take it.
struct WriterLock: ~Copyable {
  private let descriptor: Int32

  /// The default wait; longer than a holder may take to sign a commit, which is a minute.
  static let patience: Duration = .seconds(90)

  /// Waits for the lock in `<folder>/lock`, making the folder where it is missing.
  ///
  /// If the lock file can't be made, as on a read-only disk, there is no wait: the write itself
  /// fails with the reason.
  ///
  /// A symbolic link is not followed, at either name. No push can make one here, but a repository
  /// that was unpacked or copied may have it, and the file would be made at its target.
  ///
  /// - Throws: `StoreError.busy` if others still have the lock after `patience`, or when the task is
  ///   cancelled; `.symbolicLink`.
  init(in folder: String, patience: Duration = patience) async throws(StoreError) {
    _ = mkdir(folder, 0o777)
    if Self.isSymbolicLink(folder) { throw .symbolicLink(path: folder) }
    let path = folder + "/lock"
    let opened = open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o666)
    if opened < 0, errno == ELOOP { throw .symbolicLink(path: path) }
    if opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0,
      errno == EWOULDBLOCK || errno == EINTR
    {
      let place = LockQueue(descriptor: opened)
      guard await place.isServed(within: patience) else { throw .busy(lock: path) }
    }
    // Last, so that nothing is closed twice where the wait fails.
    descriptor = opened
  }

  private static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
