import Foundation
import Git
package import PlanModel
package import PlanTerminal
import PmgitCommands
import Synchronization

/// Runs pmgit's commands in this process, in a scratch repository. The clock advances a second with
/// each command, the ids come from a seed, and the output is captured.
package final class CommandRunner {
  package let repository: ScratchRepository
  /// The folder in which commands run.
  package var directory: String
  package var environment: [String: String]
  private var terminal = Terminal(isTerminal: false, errorIsTerminal: false)
  /// The time of the next command.
  package var now: Timestamp
  /// The clocks that determine where days begin.
  package var clocks = LocalClocks.utc
  /// How long a command waits for other writers; nil for the default.
  package var timeout: Duration?
  private var random: SeededGenerator
  /// A remote that must live as long as the runner; nil if nothing must.
  package var remote: ScratchRepository?

  /// The cache of parsed commands for all runners. Ids come from seeds, so many tests run the same
  /// commands.
  private static let parsedCommands = ParsedCommands()

  /// The exit code and the output of a command.
  package struct Result {
    package var exitCode: Int32
    package var output: String
    package var messages: String

    /// The messages with wrapped lines joined again.
    package var unbroken: String { messages.replacing("\n  ", with: " ") }
  }

  /// 2026-11-20T09:00:00Z, a Friday.
  package static let start = Timestamp(seconds: 1_795_165_200)

  /// - Parameter seed: The seed of the ids; two runners in one test need different seeds.
  package init(
    _ repository: ScratchRepository, seed: UInt64 = 1, now: Timestamp = start
  ) throws {
    try GitLibrary.isolateFromUserConfiguration()
    self.repository = repository
    directory = repository.path
    environment = repository.program.environment
    random = SeededGenerator(seed: seed)
    self.now = now
  }

  /// Creates a runner with an empty repository.
  package convenience init(bare: Bool = false, seed: UInt64 = 1) async throws {
    try self.init(try await ScratchRepository(bare: bare), seed: seed)
  }

  /// Creates a runner with a board in an empty repository.
  package static func withBoard(seed: UInt64 = 1) async throws -> CommandRunner {
    let pmgit = try await CommandRunner(seed: seed)
    try await pmgit("init")
    return pmgit
  }

  /// A clone that tests copy, with its clock and its random generator.
  package struct Copied: Sendable {
    fileprivate let repository: ScratchRepository
    fileprivate let now: Timestamp
    fileprivate let random: SeededGenerator

    package init(_ runner: CommandRunner) {
      (repository, now, random) = (runner.repository, runner.now, runner.random)
      repository.removeAtEnd()
    }
  }

  /// Creates a runner in a copy of a clone, with `hub` as its remote. Its clock and its ids
  /// continue from those of the original.
  package convenience init(_ copied: Copied, cloneOf hub: ScratchRepository) throws {
    try self.init(
      try ScratchRepository(copying: copied.repository, cloneOf: hub), now: copied.now)
    random = copied.random
  }

  /// The machine's time. A server's guard runs in a separate process, so it uses this clock. The
  /// guard refuses stamps that are far ahead of its clock.
  package static var machineTime: Timestamp {
    Timestamp(seconds: Int64(Date().timeIntervalSince1970))
  }

  /// Sets the clock back to the machine's time if it is ahead.
  package func followMachine() { now = min(now, Self.machineTime) }

  /// Makes the next commands print as on a terminal, without colour.
  package func useTerminal(
    widthInCells: Int = 80, heightInLines: Int? = nil, errorIsTerminal: Bool = false
  ) {
    terminal = Terminal(
      isTerminal: true, errorIsTerminal: errorIsTerminal, widthInCells: widthInCells,
      heightInLines: heightInLines)
    environment["NO_COLOR"] = "1"
  }

  /// The lines that a person types at a terminal; nil if standard input is not a terminal.
  package var answers: [String]?

  /// What runs the programs of bridges; nil to run real ones.
  package var runProgram: ((ToolProgram) async throws -> ToolProgram.Outcome)?

  /// The arguments with which commands have started this program in the background.
  package var startedInBackground: [[String]] { background.started.withLock { $0 } }
  package func forgetStarted() { background.started.withLock { $0 = [] } }
  private let background = Background()

  private final class Background: Sendable {
    let started = Mutex<[[String]]>([])
  }

  /// Whether standard input is empty when it is read a second time, as real input is.
  package var readsInputOnce = false

  /// Runs one command, which may fail.
  ///
  /// - Parameter input: The command's standard input.
  package func run(_ arguments: [String], input: String = "") async -> Result {
    var result = Result(exitCode: 0, output: "", messages: "")
    let output = Output(
      result: { bytes, _ in result.output += String(decoding: bytes, as: UTF8.self) },
      message: { result.messages += $0 })
    var context = CommandContext(
      environment: environment, directory: directory, clock: { self.now }, clocks: clocks,
      random: random, terminal: terminal, output: output, readInput: { Array(input.utf8) })
    context.timeout = timeout
    context.startInBackground = { [background] arguments, _ in
      background.started.withLock { $0.append(arguments) }
    }
    if let runProgram { context.runProgram = { try await runProgram($0) } }
    context.parsedCommands = Self.parsedCommands
    if readsInputOnce {
      var left = Array(input.utf8)
      context.readInput = {
        defer { left = [] }
        return left
      }
    }
    if let answers {
      var left = answers[...]
      context.inputIsTerminal = true
      context.terminal.errorIsTerminal = true
      context.readLine = { left.popFirst() }
    }
    result.exitCode = await Pmgit.run(arguments, in: context)
    now = Timestamp(milliseconds: now.milliseconds + 1000)
    // The context has a copy of the generator. Without a new seed, the next command would draw the
    // same ids.
    random = SeededGenerator(seed: random.next())
    return result
  }

  /// Runs one command that must succeed, and returns its output.
  @discardableResult
  package func callAsFunction(
    _ arguments: String..., input: String = ""
  ) async throws -> String {
    let result = await run(arguments, input: input)
    guard result.exitCode == 0 else {
      throw Unexpected(arguments: arguments, exitCode: result.exitCode, messages: result.messages)
    }
    return result.output
  }

  /// The error that a command failed that should have succeeded.
  package struct Unexpected: Error, CustomStringConvertible {
    let arguments: [String]
    let exitCode: Int32
    let messages: String

    package var description: String {
      "pmgit \(arguments.joined(separator: " ")): exit \(exitCode)\n\(messages)"
    }
  }

  /// Adds a plan and returns its id.
  package func add(_ arguments: String...) async throws -> String {
    let result = await run(["add"] + arguments)
    guard result.exitCode == 0 else {
      throw Unexpected(arguments: arguments, exitCode: result.exitCode, messages: result.messages)
    }
    return String(result.output.dropLast())
  }
}
