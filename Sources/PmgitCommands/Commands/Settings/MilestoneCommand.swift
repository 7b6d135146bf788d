import ArgumentParser
import PlanActions
import PlanModel

struct MilestoneCommand: NamedCommand {
  static let commandName = "milestone"
  static let about = CommandConfiguration(
    abstract: "Show, add, change and close milestones.",
    discussion: """
      Examples:
        pmgit milestone
        pmgit milestone add v1.0 --due 2026-12-01
        pmgit edit k7m2 --milestone v1.0
        pmgit list milestone:v1.0
        pmgit milestone close v1.0 --to v1.1
      """,
    defaultSubcommand: MilestoneListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    MilestoneListCommand.self, MilestoneAddCommand.self,
    MilestoneEditCommand.self, MilestoneCloseCommand.self,
    MilestoneReopenCommand.self, MilestoneRemoveCommand.self,
  ]
}

struct MilestoneListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "Show the progress of milestones, and when they will be finished.",
    usage: "pmgit milestone [list] [<name>] [--all] [<options>]",
    discussion: """
      Examples:
        pmgit milestone
        pmgit milestone v1.0
        pmgit milestone --all --json

      Plans and estimates that are done, and the days by which all are finished in
      50, 85 and 95 % of simulated futures. '!' marks a day that is too late. With a
      name it shows burn-up and burndown charts, too.
      """)

  @Argument(help: "Only this one: its id or title.", completion: .words(of: .milestone))
  var name: String?

  @Flag(help: "Show closed milestones too.")
  var all = false

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    do {
      try await session.showPhases(.milestone, named: name, withClosed: all)
    } catch {
      var problem = Problem(error)
      let hints = name.map { MilestoneCommand.hint(forUnknown: $0) } ?? []
      if problem.code == .unknownMilestone, !hints.isEmpty { problem.hints = hints }
      throw problem
    }
  }
}

struct MilestoneAddCommand: ChangingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a milestone, or bring a removed one back.",
    usage: "pmgit milestone add <name> [--due <date>] [<options>]",
    discussion: """
      Examples:
        pmgit milestone add v1.0 --due 2026-12-01
        pmgit milestone add "Public beta" --due "in 6 weeks"

      From a name with other letters than a-z, 0-9, '.', '-' and '_' pmgit makes an
      id, and the name becomes the title.
      """)

  @Argument(help: "Its id, such as v1.0, or its title.")
  var name: String
  @OptionGroup var values: MilestoneOptions
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addMilestone(name, values.changes))
    if let hint = MilestoneCommand.hint(forNew: name) { session.report(hint: hint) }
  }
}

struct MilestoneEditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change a milestone's title or due day.",
    usage: "pmgit milestone edit <name> [--due <date>] [<options>]",
    discussion: """
      Examples:
        pmgit milestone edit v1.0 --due 2026-12-15
        pmgit milestone edit v1.0 --title "First release"
      """)

  @Argument(help: "The milestone, by its id or title.", completion: .words(of: .milestone))
  var name: String
  @OptionGroup var values: MilestoneOptions
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.changePhase(.milestone, name, values.changes))
  }
}

struct MilestoneCloseCommand: ChangingCommand {
  static let commandName = "close"
  static let about = CommandConfiguration(
    abstract: "Close a milestone; list what is open, or carry it over.",
    usage: "pmgit milestone close <name> [--to <name>] [<options>]",
    discussion: """
      Examples:
        pmgit milestone close v1.0
        pmgit milestone close v1.0 --to v1.1

      Lists the plans that are not done. They stay in the milestone, unless --to
      gives them another one, in the same change.
      """)

  @Argument(help: "The milestone, by its id or title.", completion: .words(of: .milestone))
  var name: String

  @Option(
    help: ArgumentHelp(
      "Where open plans go: a milestone, next, none or keep (default: keep).", valueName: "name"),
    completion: .words(of: .milestone))
  var to: String?

  @OptionGroup var changing: ChangeOptions

  func validate() throws { try GlobalOptions.requireValues([to]) }

  func run(in session: Session) async throws {
    try session.report(await session.workspace.close(.milestone, name, to: to))
  }
}

struct MilestoneReopenCommand: ChangingCommand {
  static let commandName = "reopen"
  static let about = CommandConfiguration(
    abstract: "Open a closed milestone again.",
    usage: "pmgit milestone reopen <name> [<options>]",
    discussion: """
      Examples:
        pmgit milestone reopen v1.0
      """)

  @Argument(help: "The milestone, by its id or title.", completion: .words(of: .milestone))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.reopenPhase(.milestone, name))
  }
}

struct MilestoneRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a milestone; its plans keep its name.",
    usage: "pmgit milestone remove <name> [<options>]",
    discussion: """
      Examples:
        pmgit milestone remove v0.9

      To keep it in the history of the board, close it instead.
      """)

  @Argument(help: "The milestone, by its id or title.", completion: .words(of: .milestone))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removePhase(.milestone, name))
  }
}

/// The options for the values of a milestone.
struct MilestoneOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The title.", valueName: "text"))
  var title: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day on which it is due: 2026-12-01, 6w, or none.", valueName: "date"),
    completion: .words(of: .day))
  var due: String?

  var changes: PhaseChanges {
    var changes = PhaseChanges()
    (changes.title, changes.due) = (title, due)
    return changes
  }

  func validate() throws { try GlobalOptions.requireValues([title, due]) }
}
