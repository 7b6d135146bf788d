package import PlanActions
package import PlanModel
package import PlanTerminal

/// The environment of a command: its variables, clock, randomness, terminal and standard streams.
///
/// Tests create it with a fixed clock, seeded randomness and captured output. The process creates
/// it in `CommandContext+Process.swift`.
package struct CommandContext {
  package var environment: [String: String]
  /// The folder in which the command runs.
  package var directory: String
  package var clock: () -> Timestamp
  /// The time zone that determines when days begin.
  package var clocks: LocalClocks
  package var random: any RandomNumberGenerator
  package var terminal: Terminal
  package var output: Output
  /// Reads standard input to its end.
  package var readInput: () throws -> [UInt8]
  /// Reads standard input to its end, or until slightly more than the given number of bytes.
  package var readInputUpTo: (_ limit: Int) throws -> [UInt8]
  /// Returns standard input for an import, which reads it twice.
  package var importInput: () throws -> ImportInput
  /// Whether standard input is a terminal, from which reading would wait for a person.
  package var inputIsTerminal = false
  /// Reads one line from the person; nil at the end of the input.
  package var readLine: () -> String? = { nil }
  /// Whether a person can be asked.
  var canAsk: Bool { inputIsTerminal && terminal.errorIsTerminal }
  /// Returns what messages show instead of a command, such as the corresponding key of a screen;
  /// nil to show the command.
  var commandWords: (_ command: [String]) -> String? = { _ in nil }
  /// The text before each hint in messages.
  var hintLead = "hint: "
  /// The plans that the person chose for ambiguous texts, by text.
  var meanings: [String: PlanID] = [:]
  /// Serves the page of 'pmgit web', and returns when the server ends.
  package var serve: (WebRun) async throws -> Void = { _ in throw Problem.noWebProgram }
  /// Publishes a board for 'pmgit export --site'.
  package var publish: (Workspace, PublishBoard) async throws -> BoardPublished = { _, _ in
    throw Problem.noWebProgram
  }
  /// Runs a program for a bridge.
  package var runProgram: (ToolProgram) async throws -> ToolProgram.Outcome = {
    try await $0.run()
  }
  /// Shows the board of 'pmgit screen', and returns when the person has quit.
  package var screen: (ScreenRun) async throws -> Void = { _ in
    throw Problem.noTerminalForScreen
  }
  /// Starts this program in the background, without waiting for it. It outlives this process.
  package var startInBackground:
    @Sendable (_ arguments: [String], _ environment: [String: String]) -> Void = { _, _ in }
  /// Waits for the next bytes from the agent of 'pmgit agents mcp'; empty at the end of the input.
  var readFromAgent: () -> ArraySlice<UInt8> = { [] }
  var writeToAgent: @Sendable (String) -> Void = { _ in }
  /// The longest wait for other writers of the repository; nil for the store's default.
  package var timeout: Duration?
  /// The cache of parsed commands; nil to parse each command.
  package var parsedCommands: ParsedCommands?

  package init(
    environment: [String: String], directory: String, clock: @escaping () -> Timestamp,
    clocks: LocalClocks,
    random: any RandomNumberGenerator, terminal: Terminal, output: Output,
    readInput: @escaping () throws -> [UInt8]
  ) {
    self.environment = environment
    self.directory = directory
    self.clock = clock
    self.clocks = clocks
    self.random = random
    self.terminal = terminal
    self.output = output
    self.readInput = readInput
    readInputUpTo = { _ in try readInput() }
    importInput = { ImportInput(try readInput()) }
  }

  /// The folder for temporary files, as in `TMPDIR`.
  var temporaryFolder: String {
    environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
  }

  /// Returns the person who runs the command, at the present time.
  func participant() -> Participant {
    let participant = Participant(
      environment: environment, now: clock(), clock: clock,
      clocks: clocks, random: random)
    participant.mayBeAsked = terminal.errorIsTerminal
    return participant
  }
}

/// The streams for a command's results and messages.
package final class Output {
  private let writeResult: (_ bytes: [UInt8], _ done: String?) -> Void
  /// Writes to standard error.
  package let message: (_ text: String) -> Void
  /// Receives what the command did, in words; nil to write it like other messages.
  package var done: ((String) -> Void)?
  /// Whether the reader of standard output is gone, as after `| head -1`.
  package var isClosed: () -> Bool = { false }

  /// Writes results and messages with these functions.
  package init(
    result: @escaping (_ bytes: [UInt8], _ done: String?) -> Void,
    message: @escaping (_ text: String) -> Void
  ) {
    (writeResult, self.message) = (result, message)
  }

  /// Writes to standard output.
  ///
  /// - Parameter done: What the command has already done, for the error if the text can't be
  ///   written.
  package func result(_ text: String, done: String? = nil) { writeResult(Array(text.utf8), done) }
  package func result(_ bytes: [UInt8], done: String? = nil) { writeResult(bytes, done) }
}

/// Prints a result in parts, so that it is never in memory as a whole.
///
/// The first part is held back, so that a command that fails early prints nothing.
struct ResultStream {
  private let output: Output
  private var waiting: [UInt8] = []

  /// The largest number of bytes that are held back: a mebibyte.
  private static let mostWaiting = 1 << 20

  init(to output: Output) { self.output = output }

  mutating func write(_ text: String) { write(Array(text.utf8)) }

  /// Writes UTF-8.
  mutating func write(_ bytes: [UInt8]) {
    waiting += bytes
    if waiting.count >= Self.mostWaiting { finish() }
  }

  /// Prints the text that is held back.
  mutating func finish() {
    if !waiting.isEmpty { output.result(waiting) }
    waiting = []
  }
}
