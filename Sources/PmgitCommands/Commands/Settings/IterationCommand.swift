import ArgumentParser
import PlanActions
import PlanModel

struct IterationCommand: NamedCommand {
  static let commandName = "iteration"
  static let about = CommandConfiguration(
    abstract: "Show, add, change and close iterations.",
    discussion: """
      Examples:
        pmgit iteration
        pmgit iteration add --every 2w --start mon
        pmgit edit k7m2 --iteration next
        pmgit list iteration:current
        pmgit iteration close current
      """,
    defaultSubcommand: IterationListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    IterationListCommand.self, IterationAddCommand.self,
    IterationEditCommand.self, IterationCloseCommand.self,
    IterationReopenCommand.self, IterationRemoveCommand.self,
  ]
}

struct IterationListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "Show the progress of iterations, and when they will be finished.",
    usage: "pmgit iteration [list] [<name>] [--all] [<options>]",
    discussion: """
      Examples:
        pmgit iteration
        pmgit iteration current
        pmgit iteration --all --json

      Shows what 'pmgit milestone' does. The iteration that includes today is
      'current'. '!' marks one that is over with open plans.
      """)

  @Argument(
    help: "Only this one: current, next, previous, its id or title.",
    completion: .words(of: .iteration))
  var name: String?

  @Flag(help: "Show closed iterations too.")
  var all = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    do {
      try await session.showPhases(.iteration, named: name, withClosed: all)
    } catch {
      var problem = Problem(error)
      let hints = name.map { IterationCommand.hint(forUnknown: $0) } ?? []
      if problem.code == .unknownIteration, !hints.isEmpty { problem.hints = hints }
      throw problem
    }
  }
}

struct IterationAddCommand: ChangingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add the next iterations.",
    usage: "pmgit iteration add [<name>] [--every <length>] [<options>]",
    discussion: """
      Examples:
        pmgit iteration add --every 2w --start mon
        pmgit iteration add --count 6
        pmgit iteration add "Sprint 12" --start 2026-12-07 --last 2026-12-18

      Iterations are called by their first days. Further ones follow the last one and
      are as long as it is. With a name or --last it adds one of any length.
      """)

  @Argument(help: "The id or title of a single one (default: its first day).")
  var name: String?

  @Option(
    help: ArgumentHelp(
      "The length of each: 1w, 2w, 10d, 1m (default: that of the last one).", valueName: "length"))
  var every: String?

  @OptionGroup var span: SpanOptions

  @Option(help: ArgumentHelp("How many (default: 3, or 1 with a name).", valueName: "number"))
  var count: Int?

  @OptionGroup var changing: ChangeOptions

  func validate() throws {
    try GlobalOptions.requireValues([every])
    guard every == nil || span.last == nil else {
      throw ValidationError("--every and --last exclude each other")
    }
    guard count == nil || name == nil && span.last == nil else {
      throw ValidationError("--count excludes a name and --last, which add one iteration")
    }
    guard (1...IterationSeries.most).contains(count ?? 1) else {
      throw ValidationError("--count must be from 1 to \(IterationSeries.most)")
    }
  }

  func run(in session: Session) async throws {
    var request = AddIterations()
    (request.name, request.length, request.last) = (name, every, span.last)
    (request.start, request.count) = (span.start, count)
    try session.report(await session.workspace.addIterations(request))
    if let hint = name.flatMap({ IterationCommand.hint(forNew: $0) }) { session.report(hint: hint) }
  }
}

struct IterationEditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change an iteration's title or days.",
    usage: "pmgit iteration edit <name> [--title <text>] [<options>]",
    discussion: """
      Examples:
        pmgit iteration edit next --title "Sprint 13"
        pmgit iteration edit 2026-12-21 --last 2027-01-08
      """)

  @Argument(
    help: "The iteration, by its id or title, or a word such as current.",
    completion: .words(of: .iteration))
  var name: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The title, or none.", valueName: "text"))
  var title: String?

  @OptionGroup var span: SpanOptions
  @OptionGroup var changing: ChangeOptions

  func validate() throws { try GlobalOptions.requireValues([title]) }

  func run(in session: Session) async throws {
    var changes = PhaseChanges()
    (changes.title, changes.start, changes.last) = (title, span.start, span.last)
    try session.report(await session.workspace.changePhase(.iteration, name, changes))
  }
}

struct IterationCloseCommand: ChangingCommand {
  static let commandName = "close"
  static let about = CommandConfiguration(
    abstract: "Close an iteration, and carry its open plans over.",
    usage: "pmgit iteration close <name> [--to <name>] [<options>]",
    discussion: """
      Examples:
        pmgit iteration close current
        pmgit iteration close 2026-12-07 --to none

      Lists the plans that are not done, and gives them the next open iteration, or
      the one of --to, in the same change.
      """)

  @Argument(
    help: "The iteration, by its id or title, or a word such as current.",
    completion: .words(of: .iteration))
  var name: String

  @Option(
    help: ArgumentHelp(
      "Where open plans go: next, an iteration, none or keep (default: next).",
      valueName: "name"),
    completion: .words(of: .iteration))
  var to: String?

  @OptionGroup var changing: ChangeOptions

  func validate() throws { try GlobalOptions.requireValues([to]) }

  func run(in session: Session) async throws {
    try session.report(await session.workspace.close(.iteration, name, to: to))
  }
}

struct IterationReopenCommand: ChangingCommand {
  static let commandName = "reopen"
  static let about = CommandConfiguration(
    abstract: "Open a closed iteration again.",
    usage: "pmgit iteration reopen <name> [<options>]",
    discussion: """
      Examples:
        pmgit iteration reopen 2026-12-07
      """)

  @Argument(
    help: "The iteration, by its id or title, or a word such as previous.",
    completion: .words(of: .iteration))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.reopenPhase(.iteration, name))
  }
}

struct IterationRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove an iteration; its plans keep its name.",
    usage: "pmgit iteration remove <name> [<options>]",
    discussion: """
      Examples:
        pmgit iteration remove 2027-01-04

      To keep it in the history of the board, close it instead.
      """)

  @Argument(
    help: "The iteration, by its id or title, or a word such as next.",
    completion: .words(of: .iteration))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removePhase(.iteration, name))
  }
}

/// The options for the days of an iteration.
struct SpanOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The first day: 2026-12-07, mon (after today), 'this mon' (today or later).",
      valueName: "date"),
    completion: .words(of: .day))
  var start: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The last day.", valueName: "date"),
    completion: .words(of: .day))
  var last: String?

  func validate() throws { try GlobalOptions.requireValues([start, last]) }
}
