import CPlatform
import Libc
import PlanActions
import PlanScreen

/// The terminal of the full-screen board: its modes, size, input and output.
///
/// However the process ends, except by `kill -9`, the terminal's former state is restored; see
/// `screen_guard.h`.
final class ScreenTerminal {
  /// The events that ended a `wait`.
  struct WaitResult {
    var input: [UInt8] = []
    /// Whether the terminal was closed.
    var isClosed = false
    var signals: [Int32] = []
  }

  private let input = STDIN_FILENO
  private let output = STDOUT_FILENO
  private let environment: [String: String]
  private let usesMouse: Bool
  private let asksForBackground: Bool
  private let signals: SignalPipe
  /// The pipe to which another thread writes to end `wait`.
  private let wakening: SignalPipe
  /// Whether the answer about the background is still pending.
  var awaitsBackground = false
  /// The signals that arrived while the terminal was restored; the next `wait` returns them.
  private var kept: [Int32] = []

  /// Prepares the terminal for the full-screen board.
  ///
  /// - Throws: `Problem` if the process has no terminal that supports the screen.
  init(
    environment: [String: String], usesMouse: Bool, asksForBackground: Bool, wakening: SignalPipe
  ) throws {
    guard isatty(input) == 1, isatty(output) == 1 else { throw Problem.noTerminalForScreen }
    let name = environment["TERM"] ?? ""
    guard !["", "dumb", "unknown"].contains(name) else { throw Problem.terminalWithoutScreen(name) }
    (self.environment, self.usesMouse) = (environment, usesMouse)
    // The Linux console does not support the question.
    self.asksForBackground = asksForBackground && name != "linux"
    (signals, self.wakening) = (try SignalPipe(), wakening)
  }

  /// Switches to the terminal's alternate screen, which is empty until something is written.
  func enter() throws {
    let leaving = Array(leaveSequence.utf8)
    let error = leaving.withUnsafeBytes { bytes in
      pmgit_screen_enter(
        input, output, signals.writing, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        bytes.count)
    }
    guard error == 0 else { throw Problem.terminalRefused(error) }
    write(Array(enterSequence.utf8))
    awaitsBackground = asksForBackground
  }

  /// Restores the terminal's former contents and modes.
  func leave() {
    // A later answer would be typed into the shell.
    if awaitsBackground { kept = wait(milliseconds: 50).signals }
    pmgit_screen_leave()
    pmgit_pass_on_again()
  }

  /// Stops the process until the shell continues it.
  func suspend() throws {
    leave()
    pmgit_screen_stop()
    try enter()
  }

  /// Turns on the alternate screen, bracketed paste, and the mouse with buttons, wheel and SGR
  /// coordinates. Turns off line wrapping and the cursor. Finally asks for the background.
  private var enterSequence: String {
    "\u{1B}[?1049h\u{1B}[?7l\u{1B}[?2004h\u{1B}[?25l"
      + (usesMouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "")
      + (asksForBackground ? "\u{1B}]11;?\u{1B}\\" : "")
  }

  private var leaveSequence: String {
    "\u{1B}[?2026l\u{1B}[0m"
      + (usesMouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "")
      + "\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
  }

  /// The size in cells. If the terminal does not report it, `COLUMNS` and `LINES` are used, or else
  /// 80 and 24.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    if ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 {
      return (columns: Int(size.ws_col), rows: Int(size.ws_row))
    }
    let number = { (name: String) in self.environment[name].flatMap(Int.init) }
    return (columns: number("COLUMNS") ?? 80, rows: number("LINES") ?? 24)
  }

  // MARK: - Input and output

  /// Waits for input, a signal or another thread, and takes what is there.
  ///
  /// - Parameter milliseconds: The timeout.
  func wait(milliseconds: Int) -> WaitResult {
    var files = [
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals.reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakening.reading, events: Int16(POLLIN), revents: 0),
    ]
    var happened = WaitResult(signals: kept)
    kept = []
    let limit = happened.signals.isEmpty ? milliseconds : 0
    guard poll(&files, nfds_t(files.count), Int32(limit)) > 0 else { return happened }
    if files[1].revents != 0 {
      let numbers = signals.read().map(Int32.init)
      for number in numbers { pmgit_screen_noticed(number) }
      happened.signals += numbers
    }
    if files[2].revents != 0 { _ = wakening.read() }
    if files[0].revents != 0 { read(into: &happened) }
    return happened
  }

  private func read(into happened: inout WaitResult) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { systemRead(input, $0.baseAddress, $0.count) }
    if count > 0 {
      happened.input = Array(buffer[..<count])
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      happened.isClosed = true
    }
  }

  /// Writes bytes. If the terminal is gone, the next `wait` reports it.
  func write(_ bytes: [UInt8]) {
    _ = bytes.withUnsafeBytes { pmgit_write_all(output, $0.baseAddress, $0.count, -1) }
  }
}

private let systemRead = read
private let systemWrite = write

/// A nonblocking pipe that ends a wait.
struct SignalPipe: Sendable {
  let reading: Int32
  let writing: Int32

  init() throws {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw Problem.terminalRefused(errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  /// Removes and returns the bytes in the pipe.
  func read() -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = buffer.withUnsafeMutableBytes { systemRead(reading, $0.baseAddress, $0.count) }
    return Array(buffer[..<max(0, count)])
  }

  /// Ends a wait. If the pipe is full, the wait ends anyway.
  func wake() {
    var byte: UInt8 = 0
    _ = systemWrite(writing, &byte, 1)
  }
}

extension Problem {
  static let noTerminalForScreen = Problem.usage(
    "'pmgit screen' needs a terminal for its input and its output",
    hints: ["see the board as text with \(pmgit: "board")"])

  static func terminalWithoutScreen(_ name: String) -> Problem {
    .usage(
      name.isEmpty
        ? "the variable TERM is not set, so the abilities of the terminal are unknown"
        : "the terminal '\(name)' has no screen to draw on",
      hints: [
        "see the board as text with \(pmgit: "board")",
        "if the terminal can move its cursor, set TERM, as to 'xterm-256color'",
      ])
  }

  static func terminalRefused(_ error: Int32) -> Problem {
    Problem(
      code: .file,
      message: "could not use the terminal: \(String(cString: strerror(error)))",
      hints: ["see the board as text with \(pmgit: "board")"])
  }
}
