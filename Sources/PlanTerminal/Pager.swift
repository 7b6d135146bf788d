import PlanView
import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The user's pager, as `git var GIT_PAGER` names it.
package enum Pager {
  /// The variables that are set unless the user has. As git sets them: `less` ends at once if one screen is
  /// enough, keeps colours and leaves the text on the screen; `lv` keeps colours. And what comes is UTF-8 in any
  /// locale, also in none, where `less` would show the bytes.
  static let defaults = ["LESS": "FRX", "LV": "-c", "LESSCHARSET": "utf-8"]

  /// Returns whether a text should be shown in a pager: it is longer than the terminal, and there
  /// is a pager; an empty command and `cat` mean none, as in git.
  package static func isNeeded(for text: String, on terminal: Terminal, command: String) -> Bool {
    guard terminal.isTerminal, let height = terminal.heightInLines, !command.isEmpty,
      command != "cat"
    else { return false }
    // The prompt after the text takes a line too.
    return text.utf8.count { $0 == UInt8(ascii: "\n") } >= height
  }

  /// Shows a text in the pager and returns when it is closed, read to the end or not.
  ///
  /// - Parameters:
  ///   - command: The command, for `sh -c`.
  ///   - environment: This process's own, to see which variables are set already.
  /// - Throws: If the pager could not be started; the text has then not been shown. The exit status
  ///   of a pager that ran is ignored.
  package static func page(
    _ text: String, command: String, environment: [String: String]
  ) async throws(ShellProgramError) {
    let status: TerminationStatus
    do {
      status = try await run(text, command: command, environment: environment)
    } catch {
      throw ShellProgramError(command: command, reason: .notStarted("\(error)"))
    }
    // The shell's codes for a command that it can't execute and for one that it can't find.
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
          // The reader closed the pager before the end, which is no error.
        }
      }.terminationStatus
    }
  }
}
