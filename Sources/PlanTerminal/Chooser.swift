import PlanView
import Subprocess

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A program in which a person chooses one of several lines, such as fzf.
package enum Chooser {
  /// The command where the user names none.
  package static let usual = """
    command -v fzf >/dev/null 2>&1 || exit 127; \
    exec fzf --height=40% --reverse --no-multi --prompt='which plan? '
    """

  /// What came of a choice.
  package enum Outcome: Hashable, Sendable {
    /// The first line that the program printed.
    case chosen(String)
    /// The person left without a choice.
    case left
    /// There is no such program.
    case missing
  }

  /// Lets the person choose on the terminal.
  ///
  /// - Parameters:
  ///   - lines: Free of control characters.
  ///   - command: The command, for `sh -c`; reads lines from standard input, prints the chosen one.
  ///   - environment: The variables of this process.
  /// - Throws: If the program failed.
  package static func choose(
    among lines: [String], command: String, environment: [String: String]
  ) async throws(ShellProgramError) -> Outcome {
    let result: (status: TerminationStatus, output: String)
    do {
      result = try await run(
        lines.map { $0 + "\n" }.joined(), command: command, environment: environment)
    } catch {
      throw ShellProgramError(command: command, reason: .notStarted("\(error)"))
    }
    switch result.status {
    case .exited(0):
      let line = String(result.output.prefix { $0 != "\n" })
      return line.isEmpty ? .left : .chosen(line)
    // No match; interrupted, also by Escape.
    case .exited(1), .exited(130): return .left
    case .exited(127): return .missing
    default: break
    }
    guard let reason = ShellProgram.failure(result.status) else { return .left }
    throw ShellProgramError(command: command, reason: reason)
  }

  /// The most bytes of an answer, which is one line.
  private static let mostBytes = 1 << 16

  private static func run(
    _ text: String, command: String, environment: [String: String]
  ) async throws -> (status: TerminationStatus, output: String) {
    var variables: [Environment.Key: String?] = [:]
    for (name, value) in environment { variables[Environment.Key(stringLiteral: name)] = value }
    let environment = Environment.inherit.updating(variables)
    return try await ShellProgram.surviving([SIGPIPE, SIGINT]) {
      let outcome = try await Subprocess.run(
        ShellProgram.shell(in: environment), arguments: ["-c", command],
        environment: environment, input: .inputWriter, output: .string(limit: mostBytes),
        error: .currentStandardError
      ) { execution in
        do {
          _ = try await execution.standardInputWriter.write(Array(text.utf8))
        } catch {
          // A line can be chosen before all were read.
        }
        try await execution.standardInputWriter.finish()
      }
      return (outcome.terminationStatus, outcome.standardOutput)
    }
  }
}
