import Libc
package import PlanView
import Synchronization

/// A line on standard error that names a slow operation while it runs.
///
/// The line is not shown in the first quarter of a second, nor if standard error is not a terminal.
///
///     let progress = ProgressLine("fetching from '\(remote)' …", on: terminal)
///     defer { progress.finish() }
package final class ProgressLine: Sendable {
  private struct State {
    var message: SafeText
    /// The width of the line on the terminal in cells; 0 if it is not shown.
    var shownCells = 0
    var isDue = false
    var isFinished = false
    var timer: Task<Void, Never>?
  }

  private let state: Mutex<State>
  private let widthInCells: Int
  private let write: @Sendable (String) -> Void

  /// Starts the delay before the line is shown.
  ///
  /// - Parameters:
  ///   - delay: The time that a command may take before the line is shown.
  ///   - write: Writes a text to the terminal.
  package init(
    _ message: SafeText, on terminal: Terminal, after delay: Duration = .milliseconds(250),
    write: @escaping @Sendable (String) -> Void = ProgressLine.writeToStandardError
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

  /// Waits for the end of the delay, if there is one.
  func waitForDelay() async { await state.withLock { $0.timer }?.value }

  /// Shows the line unless the operation is finished.
  func appear() {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.isDue = true
      show(&state)
    }
  }

  package func update(_ message: SafeText) {
    state.withLock { state in
      state.message = message
      if state.isDue, !state.isFinished { show(&state) }
    }
  }

  /// Removes the line. It is not shown again.
  package func finish() {
    state.withLock { state in
      state.timer?.cancel()
      state.isFinished = true
      if state.shownCells > 0 { write(clearing(state)) }
      state.shownCells = 0
    }
  }

  /// Writes the message in place of the shown line. The caller holds the lock, so that `finish`
  /// can't remove the line at the same time.
  private func show(_ state: inout State) {
    // The last cell stays free, because a cursor after it could be on the next line.
    let line = StyledText(state.message).truncated(toCells: widthInCells - 1)
    write(clearing(state) + line.string)
    state.shownCells = line.widthInCells
  }

  /// Returns the spaces that clear the shown line; empty if no line is shown. A dumb terminal would
  /// print an escape sequence.
  private func clearing(_ state: State) -> String {
    guard state.shownCells > 0 else { return "" }
    return "\r\(String(repeating: " ", count: state.shownCells))\r"
  }

  /// Writes a text completely. Failures are ignored, because the message is not essential.
  ///
  /// The C function is `write`.
  package static func writeToStandardError(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        Libc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
