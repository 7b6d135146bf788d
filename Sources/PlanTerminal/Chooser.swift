import Libc
package import PlanView
import Subprocess

/// A program such as fzf, in which the user chooses one of several lines.
package enum Chooser {
  /// The default command.
  package static let usual = """
    command -v fzf >/dev/null 2>&1 || exit 127; \
    exec fzf --height=40% --reverse --no-multi --prompt='which plan? '
    """

  /// The result of a choice.
  package enum Outcome: Hashable, Sendable {
    /// The chosen line, which is the first line that the program printed.
    case chosen(String)
    /// The user cancelled the choice, or chose no line.
    case left
    /// The program is not installed.
    case missing
  }

  /// Lets the user choose on the terminal.
  ///
  /// - Parameters:
  ///   - lines: The lines, without control characters.
  ///   - command: The command for `sh -c`, which reads lines from standard input and prints the
  ///     chosen one.
  ///   - environment: The variables of this process.
  /// - Throws: An error if the program could not be started or failed.
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
    // 1 means that no line matches; 130 means that the user pressed Escape or Ctrl-C.
    case .exited(1), .exited(130): return .left
    case .exited(127): return .missing
    default: break
    }
    guard let reason = ShellProgram.failure(result.status) else { return .left }
    throw ShellProgramError(command: command, reason: reason)
  }

  /// The largest output of the program in bytes; only its first line is used.
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
          // The user may choose a line before the program has read all of them.
        }
        try await execution.standardInputWriter.finish()
      }
      return (outcome.terminationStatus, outcome.standardOutput)
    }
  }
}

/// Plans to choose from, one per line: id, column, title.
package struct ChoiceText {
  private let plans: [PlanSummary]

  package init(_ plans: [PlanSummary]) { self.plans = plans }

  /// The largest number of plans to choose from by number.
  private static let mostNumbered = 20
  private static let mostColumnWidth = 16

  /// The plans as aligned lines, without truncated titles.
  package var rows: [StyledText] {
    let ids = plans.map { StyledText($0.shortID, .id) }
    let columns = plans.map { StyledText($0.columnTitle).truncated(toCells: Self.mostColumnWidth) }
    let widths = [Flow.width(of: ids, limit: .max), Flow.width(of: columns, limit: .max)]
    return plans.indices.map { index in
      let title = plans[index].title
      return Flow.row([ids[index], columns[index], title], widths: widths + [title.widthInCells])
    }
  }

  /// The number of plans that `numbered` shows.
  package var countOfNumbers: Int { min(plans.count, Self.mostNumbered) }

  /// Returns the first plans with numbers from 1, and the count of the other plans.
  package func numbered(widthInCells width: Int) -> [StyledText] {
    let digits = String(countOfNumbers).count
    var lines = rows.prefix(countOfNumbers).enumerated().map { index, row in
      let number = String(index + 1)
      let indent = String(repeating: " ", count: 2 + digits - number.count)
      return (StyledText(indent + number + "  ") + row).truncated(toCells: width)
    }
    let more = plans.count - countOfNumbers
    if more > 0 {
      lines.append(StyledText("  and \(more) more").truncated(toCells: width))
    }
    return lines
  }
}
