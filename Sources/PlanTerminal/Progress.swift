package import PlanView
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A line on standard error that says what takes so long, and goes when it is done.
///
/// Nothing is shown in the first quarter of a second, nor where standard error is no terminal.
///
///     let progress = Progress("fetching from '\(remote)' …", on: terminal)
///     defer { progress.finish() }
package final class Progress: Sendable {
  private struct State {
    var message: SafeText
    /// The cells of the line that stands on the terminal; 0 for none.
    var shownCells = 0
    var isDue = false
    var isFinished = false
    var timer: Task<Void, Never>?
  }

  private let state: Mutex<State>
  private let widthInCells: Int
  private let write: @Sendable (String) -> Void

  /// Starts to wait.
  ///
  /// - Parameters:
  ///   - delay: How long a command may take without a word.
  ///   - write: Takes what goes to the terminal.
  package init(
    _ message: SafeText, on terminal: Terminal, after delay: Duration = .milliseconds(250),
    write: @escaping @Sendable (String) -> Void = Progress.writeToStandardError
  ) {
    state = Mutex(State(message: message))
    widthInCells = terminal.widthInCells
    self.write = write
    guard terminal.errorIsTerminal else { return }
    let timer = Task { [weak self] in
      do { try await Task.sleep(for: delay) } catch { return }  // Cancelled: finished in time.
      self?.appear()
    }
    state.withLock { $0.timer = timer }
  }

  /// Shows the line from now on, unless the work is done.
  func appear() {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.isDue = true
      show(&state)
    }
  }

  /// Says that something else is being done now.
  package func update(_ message: SafeText) {
    state.withLock { state in
      state.message = message
      if state.isDue, !state.isFinished { show(&state) }
    }
  }

  /// Clears the line; nothing is shown from then on.
  package func finish() {
    state.withLock { state in
      state.timer?.cancel()
      state.isFinished = true
      if state.shownCells > 0 { write(clearing(state)) }
      state.shownCells = 0
    }
  }

  /// Writes under the lock, so that a line can't come after the one that clears it.
  private func show(_ state: inout State) {
    // The last cell stays free: a cursor beyond it could be on the next line.
    let line = StyledText(state.message).truncated(toCells: widthInCells - 1)
    write(clearing(state) + line.string)
    state.shownCells = line.widthInCells
  }

  /// Spaces rather than an escape sequence, which a dumb terminal would show.
  private func clearing(_ state: State) -> String {
    guard state.shownCells > 0 else { return "" }
    return "\r\(String(repeating: " ", count: state.shownCells))\r"
  }

  /// Writes all of a text; a message that can't be written is not worth a failure.
  ///
  /// The C function is `write`.
  package static func writeToStandardError(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        #if canImport(Darwin)
          Darwin.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #elseif canImport(Glibc)
          Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #elseif canImport(Musl)
          Musl.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        #endif
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
