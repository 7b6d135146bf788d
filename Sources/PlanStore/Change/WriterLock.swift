import Libc
import PlanModel
import Synchronization

/// An advisory lock between the writers of one repository.
///
/// The compare-and-swap of the branch already prevents lost edits. The lock only avoids repeated
/// lost races and serves writers in order. It is held only while writing, it ends with its process,
/// and readers never take it.
///
/// Exchanges with a remote have their own lock, and so have pulls and pushes of bridges. Both take
/// much longer than a write. Another lock keeps automatic syncs to one process.
package struct WriterLock: ~Copyable {
  private let descriptor: Int32

  /// The kind of work that a lock protects.
  enum Work {
    case writing
    case exchange(BoardName)
    case automaticSync(BoardName)
    case bridges

    /// The name of the lock file.
    var file: String {
      switch self {
      case .writing: "lock"
      case .exchange(let board): "exchange-\(board)"
      case .automaticSync(let board): "automatic-\(board)"
      case .bridges: "bridges"
      }
    }
  }

  /// The default wait. It is longer than the minute that a holder may need to sign a commit.
  static let timeout: Duration = .seconds(90)

  /// Waits for the lock for some work. Creates the folder of the lock file if it is missing.
  ///
  /// If the lock file can't be created, as on a read-only disk, nothing is locked and no error is
  /// thrown: the write itself fails with the reason.
  ///
  /// Symbolic links are not followed, neither for the folder nor for the file. An unpacked or
  /// copied repository may have one, and the lock file would be created at its target.
  ///
  /// - Throws: `StoreError.busy` if others hold the lock after `timeout`, or if the task is
  ///   cancelled; `.symbolicLink`.
  init(in folder: String, for work: Work = .writing, timeout: Duration = timeout) async throws {
    if Self.isSymbolicLink(folder) { throw StoreError.symbolicLink(path: folder) }
    let path = folder + "/" + work.file
    let flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW
    var opened = open(path, flags, 0o666)
    if opened < 0, errno == ENOENT {
      _ = mkdir(folder, 0o777)
      opened = open(path, flags, 0o666)
    }
    if opened < 0, errno == ELOOP { throw StoreError.symbolicLink(path: path) }
    if opened >= 0, flock(opened, LOCK_EX | LOCK_NB) != 0,
      errno == EWOULDBLOCK || errno == EINTR
    {
      let queue = LockQueue(descriptor: opened)
      guard await queue.isServed(within: timeout) else { throw StoreError.busy(lock: path) }
    }
    // The property is set last, so that the file is not closed twice if the wait fails.
    descriptor = opened
  }

  /// Takes the lock for some work if it is free.
  ///
  /// - Returns: nil if it is held, or if the lock file can't be created, as on a read-only disk.
  static func ifFree(in folder: String, for work: Work) -> WriterLock? {
    if isSymbolicLink(folder) { return nil }
    _ = mkdir(folder, 0o777)
    let flags = O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW
    let opened = open(folder + "/" + work.file, flags, 0o666)
    if opened < 0 { return nil }
    if flock(opened, LOCK_EX | LOCK_NB) == 0 { return WriterLock(descriptor: opened) }
    close(opened)
    return nil
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  private static func isSymbolicLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

extension BoardStore {
  /// Waits until no other program of this clone pulls or pushes with a bridge. It is this clone's
  /// turn until the lock goes out of scope.
  ///
  /// - Throws: `StoreError.busy` if another program still has the lock after `localTimeout`.
  package func bridgeTurn() async throws -> WriterLock {
    try await WriterLock(in: lockFolder, for: .bridges, timeout: localTimeout)
  }
}

/// A wait for a file lock, in the order in which writers came.
///
/// The kernel grants the lock to blocked callers in order. With polling, some of twenty writers
/// waited eight times as long as others, and all kept the processor busy. So a separate thread
/// blocks. The caller's thread must not block, because the task that holds the lock may need it.
final class LockQueue: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Bool, Never>)
    case served
    /// The caller stopped waiting. The thread closes the file as soon as it gets the lock.
    case left
  }

  private let state = Mutex(State.new)
  private let descriptor: Int32

  /// Prepares a wait for the lock of a file.
  ///
  /// - Parameter descriptor: An open file. The caller must close it after the lock is granted; if
  ///   the wait fails, the queue closes it.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock.
  ///
  /// - Returns: Whether the caller has the lock; false after `timeout` or if the task is
  ///   cancelled.
  func isServed(within timeout: Duration) async -> Bool {
    let timer = Task {
      // The end of the wait cancels the timer; its `end` then does nothing.
      try? await Task.sleep(for: timeout)
      end(.left)
    }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { begin($0) }
    } onCancel: {
      end(.left)
    }
  }

  private func begin(_ continuation: CheckedContinuation<Bool, Never>) {
    let isNew = state.withLock { state in
      guard case .new = state else { return false }
      state = .waiting(continuation)
      return true
    }
    guard isNew else {
      close(descriptor)  // The wait was cancelled before it began.
      continuation.resume(returning: false)
      return
    }
    if startThread() { return }
    // No thread could be started, so the file is closed here.
    close(descriptor)
    end(.left)
  }

  /// Ends the wait. Returns false if it had already ended.
  @discardableResult
  private func end(_ outcome: State) -> Bool {
    state.withLock { state in
      switch state {
      case .new: state = outcome
      case .waiting(let continuation):
        state = outcome
        if case .served = outcome {
          continuation.resume(returning: true)
        } else {
          continuation.resume(returning: false)
        }
      case .served, .left: return false
      }
      return true
    }
  }

  private func startThread() -> Bool {
    let retained = Unmanaged.passRetained(self)
    #if canImport(Glibc)
      var thread: pthread_t = 0
      let status = pthread_create(&thread, nil, blockOnLock, retained.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { blockOnLock($0) }, retained.toOpaque())
      if status == 0, let thread { pthread_detach(thread) }
    #endif
    if status != 0 { retained.release() }
    return status == 0
  }

  /// Blocks until the lock is granted. After a signal, it waits again. If `flock` fails for another
  /// reason, the write goes on without the lock.
  fileprivate func block() {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    if !end(.served) { close(descriptor) }
  }
}

/// The function that the thread runs: it waits for the lock of a queue.
private func blockOnLock(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<LockQueue>.fromOpaque(argument).takeRetainedValue().block() }
  return nil
}
