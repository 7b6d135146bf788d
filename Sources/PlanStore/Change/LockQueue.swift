import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A wait for a file lock, in the order in which writers came.
///
/// The kernel serves blocked callers in order. Polling does not: of twenty writers some waited
/// eight times as long as others, and all kept the processor busy. So a separate thread blocks. The
/// caller's thread must not block, as the task that holds the lock may need it.
final class LockQueue: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Bool, Never>)
    case served
    /// The caller stopped waiting; the thread closes the file when it gets the lock.
    case left
  }

  private let state = Mutex(State.new)
  private let descriptor: Int32

  /// - Parameter descriptor: An open file. The caller owns it again after the lock is granted.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock.
  ///
  /// - Returns: Whether the caller has the lock; false after `patience` or if the task is
  ///   cancelled.
  func isServed(within patience: Duration) async -> Bool {
    let timer = Task {
      // The end of the wait cancels the timer; its `end` then does nothing.
      try? await Task.sleep(for: patience)
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
      close(descriptor)  // It was cancelled before it began.
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
    let place = Unmanaged.passRetained(self)
    #if canImport(Glibc)
      var thread: pthread_t = 0
      let status = pthread_create(&thread, nil, blockInLine, place.toOpaque())
      if status == 0 { pthread_detach(thread) }
    #else
      var thread: pthread_t?
      let status = pthread_create(&thread, nil, { blockInLine($0) }, place.toOpaque())
      if status == 0, let thread { pthread_detach(thread) }
    #endif
    if status != 0 { place.release() }
    return status == 0
  }

  /// Blocks until the lock is granted. Other errors of `flock` are ignored: they don't prevent the
  /// write.
  fileprivate func block() {
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    if !end(.served) { close(descriptor) }
  }
}

/// The body of the thread.
private func blockInLine(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<LockQueue>.fromOpaque(argument).takeRetainedValue().block() }
  return nil
}
