import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

/// One run of a command: its context, its global options, and the board that it works on.
struct Session {
  var context: CommandContext
  let options: GlobalOptions
  /// The board as this person works on it: what the command calls.
  let workspace: Workspace

  init(_ context: CommandContext, _ options: GlobalOptions) throws {
    self.context = context
    self.options = options
    let participant = Participant(
      environment: context.environment, now: context.now, clock: context.clock,
      minutesAheadOfUTC: context.minutesAheadOfUTC, random: context.random)
    workspace = try Workspace(
      at: Self.directory(context, options), board: try options.boardName(), as: participant)
    let configured = try git { [store] () throws(GitError) -> String? in
      let own = try store.repository.configString("color.pmgit")
      return if let own { own } else { try store.repository.configString("color.ui") }
    }
    self.context.terminal.decide(
      color: options.color, environment: context.environment, gitColor: configured)
    if let patience = context.patience { store.patience = patience }
    store.onStaleWorktree = { [self] in warn(of: $0) }
  }

  var store: BoardStore { workspace.store }

  /// The folder of the command: each `-C` is relative to the one before.
  static func directory(_ context: CommandContext, _ options: GlobalOptions) -> String {
    options.directory.reduce(context.directory) { $1.hasPrefix("/") ? $1 : "\($0)/\($1)" }
  }

  // MARK: - Output

  /// Prints a result; a long one goes through the pager on a terminal.
  func show(_ text: String) async throws {
    guard let height = context.terminal.heightInLines, context.terminal.isTerminal,
      !options.noPager, text.utf8.count(where: { $0 == 0x0A }) >= height
    else {
      context.output.result(text)
      return
    }
    let program = store.repository.program(environment: context.environment)
    let pager: String
    do { pager = try await program.variable("GIT_PAGER") } catch {
      context.output.result(text)  // Without git there is no pager to ask for.
      return
    }
    guard Pager.isNeeded(for: text, on: context.terminal, command: pager) else {
      context.output.result(text)
      return
    }
    do {
      try await Pager.page(text, command: pager, environment: context.environment)
    } catch {
      tell("warning: the pager '\(pager)' could not be started")
      context.output.result(text)
    }
  }

  func show(_ document: JSONObject) {
    context.output.result(
      String(decoding: CanonicalJSON.file(of: .object(document)), as: UTF8.self))
  }

  /// Tells what helps; its commands name the board, if it was named to this one.
  func tell(hint: Hint) { tell("hint: \(words(of: hint))") }

  /// A sentence with commands in it, which name the board, if it was named to this one.
  func words(of hint: Hint) -> String { hint.text(naming: options.board) }

  /// Tells what happened, on standard error, unless messages are not wanted.
  func tell(_ message: String) {
    guard !options.quiet else { return }
    context.output.message(SafeText(message).string + "\n")
  }
}
