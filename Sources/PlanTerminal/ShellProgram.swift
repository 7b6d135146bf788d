import Libc
import PlanView
import Subprocess
import Synchronization

/// The failure of a pager, an editor or a chooser.
package struct ShellProgramError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The program ended with a nonzero status. The shell's status 127 means that the command was
    /// not found.
    case exited(Int32)
    case killed(signal: Int32)
    /// The program could not be started, for the reason given by the system.
    case notStarted(String)
  }

  /// The command as the user configured it.
  package let command: String
  package let reason: Reason

  /// Whether Ctrl-C ended the program. If the shell outlived it, the shell's status is the signal's
  /// number plus 128.
  package var isInterruption: Bool {
    reason == .killed(signal: SIGINT) || reason == .exited(128 + SIGINT)
  }
}

/// Runs commands that the user configured for the shell, as git does.
enum ShellProgram {
  /// Returns the full path of the shell. With only the name, Subprocess would try to start a
  /// process in each folder of `PATH`.
  static func shell(in environment: Environment) async throws -> Executable {
    .path(try await Executable.name("sh").resolveExecutablePath(in: environment))
  }

  /// Calls `body` while this process ignores some signals.
  ///
  /// This sets an empty handler instead of `SIG_IGN`, because `exec` resets handlers to the
  /// default. So a child process reacts to Ctrl-C and to a closed pipe as usual.
  ///
  /// The C function is `signal`.
  static func surviving<Result>(
    _ signals: [Int32], _ body: () async throws -> Result
  ) async rethrows -> Result {
    for number in signals { survive(number) }
    defer { for number in signals { stopSurviving(number) } }
    return try await body()
  }

  private typealias Handler = @convention(c) (Int32) -> Void

  /// For each ignored signal, the number of running calls of `surviving`, and the original handler.
  private static let survived = Mutex<[Int32: (users: Int, former: Handler?)]>([:])

  private static func survive(_ number: Int32) {
    survived.withLock { survived in
      if survived[number] == nil { survived[number] = (0, signal(number) { _ in }) }
      survived[number]?.users += 1
    }
  }

  private static func stopSurviving(_ number: Int32) {
    survived.withLock { survived in
      survived[number]?.users -= 1
      guard let entry = survived[number], entry.users == 0 else { return }
      _ = signal(number, entry.former)
      survived[number] = nil
    }
  }

  /// Returns the reason of a failure; nil if the program succeeded.
  static func failure(_ status: TerminationStatus) -> ShellProgramError.Reason? {
    switch status {
    case .exited(0): nil
    case .exited(let code): .exited(code)
    case .signaled(let number): .killed(signal: number)
    }
  }
}

/// The user's editor, as given by `git var GIT_EDITOR`.
package enum Editor {
  /// Opens a file in the editor on this process's terminal, and returns when the editor ends.
  ///
  /// - Parameter command: The command with its arguments, which the shell splits. As git does, this
  ///   runs `sh -c '<command> "$@"' <command> <path>`.
  /// - Throws: An error if the editor could not be started, or ended with a nonzero status. Editors
  ///   use such a status to tell the caller not to use the text.
  package static func edit(fileAt path: String, command: String) async throws(ShellProgramError) {
    let status: TerminationStatus
    do {
      // Only the editor should react to Ctrl-C and Ctrl-\.
      status = try await ShellProgram.surviving([SIGINT, SIGQUIT]) {
        try await Subprocess.run(
          ShellProgram.shell(in: .inherit), arguments: ["-c", "\(command) \"$@\"", command, path],
          input: .currentStandardInput, output: .currentStandardOutput,
          error: .currentStandardError
        ).terminationStatus
      }
    } catch {
      throw ShellProgramError(command: command, reason: .notStarted("\(error)"))
    }
    if let reason = ShellProgram.failure(status) {
      throw ShellProgramError(command: command, reason: reason)
    }
  }
}

/// The user's pager, as given by `git var GIT_PAGER`.
package enum Pager {
  /// Variables that are set unless the user has set them. As in git, `less` quits if the text fits
  /// on one screen, keeps colours, and leaves the text on the screen; `lv` keeps colours. The
  /// character set is UTF-8 in any locale, because without a locale `less` would show bytes.
  static let defaults = ["LESS": "FRX", "LV": "-c", "LESSCHARSET": "utf-8"]

  /// Whether a text is longer than the terminal, so that it is shown in a pager if there is one.
  package static func isNeeded(for text: String, on terminal: Terminal) -> Bool {
    guard terminal.isTerminal, let height = terminal.heightInLines else { return false }
    // The shell's prompt after the text takes a line too.
    return text.utf8.count { $0 == UInt8(ascii: "\n") } >= height
  }

  /// Whether a command runs a pager. As in git, an empty command or `cat` means no pager.
  package static func isPager(_ command: String) -> Bool { !command.isEmpty && command != "cat" }

  /// Shows a text in the pager, and returns when the pager ends.
  ///
  /// - Parameters:
  ///   - command: The command, for `sh -c`.
  ///   - environment: The environment of this process, to see which variables the user has set.
  /// - Throws: An error if the pager could not be started, so that the text was not shown. If it
  ///   was started, its exit status is ignored.
  package static func page(
    _ text: String, command: String, environment: [String: String]
  ) async throws(ShellProgramError) {
    let status: TerminationStatus
    do {
      status = try await run(text, command: command, environment: environment)
    } catch {
      throw ShellProgramError(command: command, reason: .notStarted("\(error)"))
    }
    // The shell's statuses for a command that can't be executed or was not found.
    if status == .exited(126) || status == .exited(127), let reason = ShellProgram.failure(status) {
      throw ShellProgramError(command: command, reason: reason)
    }
  }

  private static func run(
    _ text: String, command: String, environment: [String: String]
  ) async throws -> TerminationStatus {
    var additions: [Environment.Key: String?] = [:]
    for (name, value) in defaults where environment[name] == nil {
      additions[Environment.Key(stringLiteral: name)] = value
    }
    let environment = Environment.inherit.updating(additions)
    return try await ShellProgram.surviving([SIGPIPE, SIGINT]) {
      try await Subprocess.run(
        ShellProgram.shell(in: environment), arguments: ["-c", command], environment: environment,
        input: .inputWriter, output: .currentStandardOutput, error: .currentStandardError
      ) { execution in
        do {
          _ = try await execution.standardInputWriter.write(Array(text.utf8))
        } catch {
          // The user may close the pager before the end.
        }
      }.terminationStatus
    }
  }
}
