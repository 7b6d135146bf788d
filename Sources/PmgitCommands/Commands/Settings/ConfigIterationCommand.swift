import ArgumentParser
import PlanActions
import PlanModel

struct ConfigIterationCommand: NamedCommand {
  static let commandName = "iteration"
  static let about = CommandConfiguration(
    abstract: "Add, change, close and remove iterations.",
    defaultSubcommand: ConfigIterationListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ConfigIterationListCommand.self, ConfigIterationAddCommand.self,
    ConfigIterationEditCommand.self, ConfigIterationCloseCommand.self,
    ConfigIterationReopenCommand.self, ConfigIterationRemoveCommand.self,
  ]
}

struct ConfigIterationListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "Show all iterations, as 'pmgit iterations --all' does.",
    usage: "pmgit config iteration list [<options>]",
    discussion: """
      Examples:
        pmgit config iteration list
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    try await session.showPhases(.iteration, withClosed: true)
  }
}

struct ConfigIterationAddCommand: ChangingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add the next iterations.",
    usage: "pmgit config iteration add [<name>] [--every <length>] [<options>]",
    discussion: """
      Iterations are called by their first days, so two clones that add the same
      ones have each of them once. Further ones follow the last one and are as long
      as it is. With a name or --last it adds one of any length.

      Examples:
        pmgit config iteration add --every 2w --start mon
        pmgit config iteration add --count 6
        pmgit config iteration add "Sprint 12" --start 2026-12-07 --last 2026-12-18
        pmgit add "Fix login" --iteration current
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
  }
}

struct ConfigIterationEditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change an iteration's title or days.",
    usage: "pmgit config iteration edit <name> [--title <text>] [<options>]",
    discussion: """
      Its id stays as it is.

      Examples:
        pmgit config iteration edit next --title "Sprint 13"
        pmgit config iteration edit 2026-12-21 --last 2027-01-08
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

struct ConfigIterationCloseCommand: ChangingCommand {
  static let commandName = "close"
  static let about = CommandConfiguration(
    abstract: "Close an iteration, and carry its open plans over.",
    usage: "pmgit config iteration close <name> [--to <name>] [<options>]",
    discussion: """
      Lists the plans that are not done, and gives them the next open iteration, or
      the one of --to: one change, which 'pmgit undo' takes back.

      Examples:
        pmgit config iteration close current
        pmgit config iteration close 2026-12-07 --to none
        pmgit config iteration close previous --to keep --dry-run
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

struct ConfigIterationReopenCommand: ChangingCommand {
  static let commandName = "reopen"
  static let about = CommandConfiguration(
    abstract: "Open a closed iteration again.",
    usage: "pmgit config iteration reopen <name> [<options>]",
    discussion: """
      Examples:
        pmgit config iteration reopen 2026-12-07
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

struct ConfigIterationRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove an iteration; its plans keep its name.",
    usage: "pmgit config iteration remove <name> [<options>]",
    discussion: """
      To keep it in the history of the board, close it instead.

      Examples:
        pmgit config iteration remove 2027-01-04
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
    help: ArgumentHelp("The first day: mon, 2026-12-07.", valueName: "date"),
    completion: .words(of: .day))
  var start: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The last day.", valueName: "date"),
    completion: .words(of: .day))
  var last: String?

  func validate() throws { try GlobalOptions.requireValues([start, last]) }
}
