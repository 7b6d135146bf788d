import ArgumentParser
import PlanActions
import PlanModel

struct ConfigMilestoneCommand: NamedCommand {
  static let commandName = "milestone"
  static let about = CommandConfiguration(
    abstract: "Add, change, close and remove milestones.",
    defaultSubcommand: ConfigMilestoneListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ConfigMilestoneListCommand.self, ConfigMilestoneAddCommand.self,
    ConfigMilestoneEditCommand.self, ConfigMilestoneCloseCommand.self,
    ConfigMilestoneReopenCommand.self, ConfigMilestoneRemoveCommand.self,
  ]
}

struct ConfigMilestoneListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "Show all milestones, as 'pmgit milestones --all' does.",
    usage: "pmgit config milestone list [<options>]",
    discussion: """
      Examples:
        pmgit config milestone list
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    try await session.showPhases(.milestone, withClosed: true)
  }
}

struct ConfigMilestoneAddCommand: ChangingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a milestone, or bring a removed one back.",
    usage: "pmgit config milestone add <name> [--due <date>] [<options>]",
    discussion: """
      The name is the milestone's id, of a-z, 0-9, '.', '-' and '_'. From any other
      name pmgit makes the id, and the name becomes the title.

      Examples:
        pmgit config milestone add v1.0 --due 2026-12-01
        pmgit config milestone add "Public beta" --due "in 6 weeks"
        pmgit add "Write the release notes" --milestone v1.0
      """)

  @Argument(help: "Its id, such as v1.0, or its title.")
  var name: String
  @OptionGroup var values: MilestoneOptions
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addMilestone(name, values.changes))
  }
}

struct ConfigMilestoneEditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change a milestone's title or due day.",
    usage: "pmgit config milestone edit <name> [--due <date>] [<options>]",
    discussion: """
      Examples:
        pmgit config milestone edit v1.0 --due 2026-12-15
        pmgit config milestone edit v1.0 --title "First release"
      """)

  @Argument(help: "The milestone, by its id or title.", completion: .words(of: .milestone))
  var name: String
  @OptionGroup var values: MilestoneOptions
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.changePhase(.milestone, name, values.changes))
  }
}

struct ConfigMilestoneCloseCommand: ChangingCommand {
  static let commandName = "close"
  static let about = CommandConfiguration(
    abstract: "Close a milestone; list what is open, or carry it over.",
    usage: "pmgit config milestone close <name> [--to <name>] [<options>]",
    discussion: """
      Lists the plans that are not done. They stay in the milestone, unless --to
      gives them another one, in the same change, which 'pmgit undo' takes back.

      Examples:
        pmgit config milestone close v1.0
        pmgit config milestone close v1.0 --to v1.1
        pmgit config milestone close v1.0 --to none --dry-run
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

struct ConfigMilestoneReopenCommand: ChangingCommand {
  static let commandName = "reopen"
  static let about = CommandConfiguration(
    abstract: "Open a closed milestone again.",
    usage: "pmgit config milestone reopen <name> [<options>]",
    discussion: """
      Examples:
        pmgit config milestone reopen v1.0
      """)

  @Argument(help: "The milestone, by its id or title.", completion: .words(of: .milestone))
  var name: String
  @OptionGroup var changing: ChangeOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.reopenPhase(.milestone, name))
  }
}

struct ConfigMilestoneRemoveCommand: ChangingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a milestone; its plans keep its name.",
    usage: "pmgit config milestone remove <name> [<options>]",
    discussion: """
      To keep it in the history of the board, close it instead.

      Examples:
        pmgit config milestone remove v0.9
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
