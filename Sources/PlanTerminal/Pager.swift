import PlanView
import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The user's pager, as given by `git var GIT_PAGER`.
package enum Pager {
  /// Variables that are set unless the user has set them. As in git, `less` quits if the text fits
  /// on one screen, keeps colours, and leaves the text on the screen; `lv` keeps colours. The
  /// character set is UTF-8 in any locale, because without a locale `less` would show bytes.
  static let defaults = ["LESS": "FRX", "LV": "-c", "LESSCHARSET": "utf-8"]

  /// Returns whether a text should be shown in a pager: if it is longer than the terminal and a
  /// pager is configured. As in git, an empty command or `cat` means no pager.
  package static func isNeeded(for text: String, on terminal: Terminal, command: String) -> Bool {
    guard terminal.isTerminal, let height = terminal.heightInLines, !command.isEmpty,
      command != "cat"
    else { return false }
    // The shell's prompt after the text takes a line too.
    return text.utf8.count { $0 == UInt8(ascii: "\n") } >= height
  }

  /// Shows a text in the pager, and returns when the pager ends.
  ///
  /// - Parameters:
  ///   - command: The command, for `sh -c`.
  ///   - environment: The environment of this process, to see which variables the user has set.
  /// - Throws: An error if the pager could not be started, so the text was not shown. If it was
  ///   started, its exit status is ignored.
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
