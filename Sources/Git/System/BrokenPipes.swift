import Synchronization

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The switch that makes writing to a pipe without a reader an error, and not fatal.
///
/// The signal is ignored while at least one caller needs that; then the former handler is restored,
/// so that a command whose own output has no reader ends as others do.
enum BrokenPipes {
  private struct State {
    var users = 0
    var former = sigaction()
  }

  private static let state = Mutex(State())

  /// Ignores the signal until `stopIgnoring` was called as often as this.
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
