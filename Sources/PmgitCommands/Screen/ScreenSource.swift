import PlanActions
import PlanModel
import PlanScreen
import PlanTerminal
import PlanView
import Synchronization

/// Everything that each question and each change of a screen needs to open the board.
struct ScreenSource: Sendable {
  let environment: [String: String]
  let directory: String
  /// The board named on the command line; nil for the default board.
  let board: String?
  let clock: @Sendable () -> Timestamp
  let clocks: LocalClocks
  let end = ScreenEnd()

  var options: GlobalOptions {
    var options = GlobalOptions.none
    options.board = board
    return options
  }

  /// Returns the context of one command, whose messages are collected.
  ///
  /// - Parameter isEditing: Whether an editor may use the terminal.
  func context(_ messages: ScreenMessages, isEditing: Bool = false) -> CommandContext {
    var context = CommandContext(
      environment: environment, directory: directory, clock: clock, clocks: clocks,
      random: SystemRandomNumberGenerator(),
      terminal: Terminal(isTerminal: isEditing, errorIsTerminal: false),
      output: messages.output, readInput: { [] })
    context.inputIsTerminal = isEditing
    context.commandWords = commandWords
    context.hintLead = ""
    return context
  }

  func session(_ messages: ScreenMessages, isEditing: Bool = false) throws -> Session {
    try Session(context(messages, isEditing: isEditing), options)
  }

  /// Returns a problem in the words of the screen.
  func failure(_ error: any Error) -> ScreenFailure {
    let problem = Problem(error)
    return ScreenFailure(
      problem.message, hints: problem.detail + problem.hints.map(words(of:)),
      isNothingToDo: [.nothingToUndo, .nothingToRedo].contains(problem.code))
  }

  /// Returns the text of a hint, with keys of the screen in place of commands.
  func words(of hint: Hint) -> String { hint.text(naming: board, replacing: commandWords) }

  /// Returns the key for a command; nil after the end of the screen, when its keys have no meaning.
  private func commandWords(_ command: [String]) -> String? {
    end.hasCome ? nil : Shortcut.keys(for: command)
  }
}

/// Whether the screen has ended. Later messages appear in the shell.
final class ScreenEnd: Sendable {
  private let flag = Atomic(false)

  var hasCome: Bool { flag.load(ordering: .relaxed) }

  func come() { flag.store(true, ordering: .relaxed) }
}

/// The messages of one command, and the commit that it made.
final class ScreenMessages {
  /// What the command did, usually in one sentence.
  private var done: [String] = []
  private(set) var notices: [String] = []
  /// The board's commit after the last change; nil if nothing was changed.
  private(set) var commit: String?

  var all: [String] { done + notices }

  var output: Output {
    let output = Output(
      result: { _, _ in }, message: { [self] in notices.append(String($0.dropLast())) })
    output.done = { [self] in done.append($0) }
    return output
  }

  /// Stores the commit after a change, unless nothing was changed.
  func note(_ after: ShownBoard, ifChanged didChange: Bool) {
    if didChange { commit = after.commit.hex }
  }

  /// Returns the outcome of a change.
  ///
  /// - Parameter made: The commits that the change made; nil if it made only `commit`.
  func outcome(_ plans: [PlanID] = [], made: [String]? = nil) -> ScreenOutcome {
    ScreenOutcome(
      done.first ?? "done", notices: done.dropFirst() + notices, plans: plans, commit: commit,
      made: made ?? [commit].compactMap(\.self))
  }
}
