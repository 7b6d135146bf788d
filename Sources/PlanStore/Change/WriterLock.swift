#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An advisory lock between the writers of one repository.
///
/// The compare-and-swap of the branch already prevents lost edits. The lock only avoids repeated
/// lost races and serves writers in order. It is held only while writing, it ends with its process,
/// and readers never take it.
struct WriterLock: ~Copyable {
  private let descriptor: Int32

  /// The default wait. It is longer than the minute that a holder may need to sign a commit.
  static let patience: Duration = .seconds(90)

  /// Waits for the lock in `<folder>/lock`, and creates the folder if it is missing.
  ///
  /// If the lock file can't be created, as on a read-only disk, it does not wait: the write itself
  /// fails with the reason.
  ///
  /// Symbolic links are not followed, neither for the folder nor for the file. An unpacked or
  /// copied repository may have one, and the lock file would be created at its target.
  ///
  /// - Throws: `StoreError.busy` if others hold the lock after `patience`, or if the task is
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
    // It is set last, so that the file is not closed twice if the wait fails.
    descriptor = opened
  }

  private static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
