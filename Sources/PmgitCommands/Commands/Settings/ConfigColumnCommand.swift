import ArgumentParser
import PlanActions
import PlanModel

struct ConfigColumnCommand: NamedCommand {
  static let commandName = "column"
  static let about = CommandConfiguration(abstract: "Add, change and remove columns.")
  static let subcommands: [any NamedCommand.Type] = [
    ConfigColumnAddCommand.self, ConfigColumnSetCommand.self, ConfigColumnRemoveCommand.self,
  ]
}

struct ConfigColumnAddCommand: WritingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a column, or bring a removed one back.",
    usage: "pmgit config column add <name> [<options>]",
    discussion: """
      The name is the column's id, of a-z, 0-9, '-' and '_'. From any other name
      pmgit makes the id, and the name becomes the heading.

      Examples:
        pmgit config column add review --title "In review" --after doing --limit 3
        pmgit config column add "Ready for QA" --before done
      """)

  @Argument(help: "Its id, such as review, or its heading.")
  var name: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addColumn(name, column.changes))
  }
}

struct ConfigColumnSetCommand: WritingCommand {
  static let commandName = "set"
  static let about = CommandConfiguration(
    abstract: "Change a column's heading, kind, place, limit or rule.",
    usage: "pmgit config column set <id> [<options>]",
    discussion: """
      Examples:
        pmgit config column set doing --title "In progress" --limit 5
        pmgit config column set review --before done
        pmgit config column set done --from review
        pmgit config column set done --from any

      With --from plans enter the column only from those named: moves from other
      columns and new plans are refused, here and by the guard of a server that
      'pmgit hooks install --server' has set up.
      """)

  @Argument(help: "The column, by its id or title.", completion: .words(of: .column))
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.changeColumn(id, column.changes))
  }
}

struct ConfigColumnRemoveCommand: WritingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a column; its plans stay, in a lane of their own.",
    usage: "pmgit config column remove <id> [<options>]",
    discussion: """
      Examples:
        pmgit config column remove review
      """)

  @Argument(help: "The column, by its id or title.", completion: .words(of: .column))
  var id: String
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.removeColumn(id))
  }
}

/// The options for the properties of a column.
struct ColumnOptions: ParsableArguments {
  @Option(parsing: .unconditional, help: ArgumentHelp("The heading.", valueName: "text"))
  var title: String?

  @Option(help: "The kind: todo, doing or done (default: that of the column on its left).")
  var kind: Column.Kind?

  @Option(
    help: ArgumentHelp("Place it before this column.", valueName: "column"),
    completion: .words(of: .column))
  var before: String?

  @Option(
    help: ArgumentHelp("Place it after this column.", valueName: "column"),
    completion: .words(of: .column))
  var after: String?

  @Option(help: ArgumentHelp("Warn beyond this many plans, or none.", valueName: "number"))
  var limit: String?

  @Option(
    help: ArgumentHelp(
      "Let plans come only from this column (repeatable), or any.", valueName: "column"),
    completion: .words(of: .column))
  var from: [String] = []

  var changes: ColumnChanges {
    var changes = ColumnChanges()
    (changes.title, changes.kind, changes.before, changes.after) = (title, kind, before, after)
    (changes.limit, changes.from) = (limit, from)
    return changes
  }

  func validate() throws {
    try GlobalOptions.requireValues([title])
    guard before == nil || after == nil else {
      throw ValidationError("--before and --after exclude each other")
    }
  }
}

extension Column.Kind: ExpressibleByArgument {}
