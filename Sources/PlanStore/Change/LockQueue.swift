import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A wait for the lock of a file, in line with other waiting writers.
///
/// The kernel serves blocked callers in their order. Polling serves the one that happens to ask
/// first: of twenty writers some waited eight times as long as the others, and all kept the
/// processor busy. So a thread of its own blocks; the caller's thread must not, as the holder may
/// be a task that needs it to go on.
final class LockQueue: Sendable {
  private enum State {
    case new
    case waiting(CheckedContinuation<Bool, Never>)
    case served
    /// The caller waits no more; the thread closes the file as soon as it gets the lock.
    case left
  }

  private let state = Mutex(State.new)
  private let descriptor: Int32

  /// - Parameter descriptor: An open file. It belongs to the caller again once the lock is granted.
  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Waits for the lock.
  ///
  /// - Returns: Whether the caller has the lock; false if `patience` is over or the task is
  ///   cancelled.
  func isServed(within patience: Duration) async -> Bool {
    let timer = Task {
      // The end of the wait cancels the timer; its `end` then finds the wait ended already.
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
      close(descriptor)  // Cancelled before it began.
      continuation.resume(returning: false)
      return
    }
    if startThread() { return }
    // No thread could be made, so none would close the file.
    close(descriptor)
    end(.left)
  }

  /// Ends the wait, unless it has ended; returns whether it did.
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

  /// Blocks until the lock is granted. Any other error of `flock` is no reason to refuse the write.
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
