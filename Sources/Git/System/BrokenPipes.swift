import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Makes writing to a pipe without a reader an error instead of ending the process.
///
/// The signal is ignored while at least one caller needs that. Then the former handler is restored,
/// so that the command ends as usual when its own output has no reader.
enum BrokenPipes {
  private struct State {
    var users = 0
    var former = sigaction()
  }

  private static let state = Mutex(State())

  /// Ignores the signal until `stopIgnoring` has been called once for each call of this.
  static func ignore() {
    state.withLock { state in
      state.users += 1
      guard state.users == 1 else { return }
      var ignoring = sigaction()
      sigaction(SIGPIPE, nil, &ignoring)
      #if canImport(Darwin)
        ignoring.__sigaction_u.__sa_handler = SIG_IGN
      #else
        ignoring.__sigaction_handler.sa_handler = SIG_IGN
      #endif
      sigaction(SIGPIPE, &ignoring, &state.former)
    }
  }

  static func stopIgnoring() {
    state.withLock { state in
      state.users -= 1
      if state.users == 0 { sigaction(SIGPIPE, &state.former, nil) }
    }
  }
}
