import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ColumnCommand: NamedCommand {
  static let commandName = "column"
  static let about = CommandConfiguration(
    abstract: "List, add, change and remove columns.",
    discussion: """
      Examples:
        pmgit column
        pmgit column add review --title "In review" --after doing --limit 3
        pmgit column edit doing --limit none
        pmgit column remove review
      """,
    defaultSubcommand: ColumnListCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    ColumnListCommand.self, ColumnAddCommand.self, ColumnEditCommand.self, ColumnRemoveCommand.self,
  ]
}

struct ColumnListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List the columns of the board.", usage: "pmgit column list [<options>]",
    discussion: """
      Examples:
        pmgit column
        pmgit column --json | jq '.columns[].id'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.settings()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.settings(found)) }
    let rows = found.shown.board.columns.map { column in
      [
        column.id, column.title, column.kind.rawValue, column.limit.map { String($0) } ?? "",
        column.from.joined(separator: ", "),
      ]
    }
    let form = TableText(
      headings: ["column", "title", "kind", "limit", "from"],
      rows: rows.map { $0.map { StyledText($0) } }, records: rows.map { PlainRecord($0) },
      nothing: "no columns", last: .wrapped)
    session.context.output.result(session.context.terminal.text(form))
  }
}

struct ColumnAddCommand: WritingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a column, or bring a removed one back.",
    usage: "pmgit column add <name> [<options>]",
    discussion: """
      Examples:
        pmgit column add review --title "In review" --after doing --limit 3
        pmgit column add "Ready for QA" --before done

      From a name with other letters than a-z, 0-9, '-' and '_' pmgit makes the
      column's id, and the name becomes the heading.
      """)

  @Argument(help: "Its id, such as review, or its heading.")
  var name: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.addColumn(name, column.changes))
  }
}

struct ColumnEditCommand: WritingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change a column's heading, kind, place, limit or rule.",
    usage: "pmgit column edit <id> [<options>]",
    discussion: """
      Examples:
        pmgit column edit doing --title "In progress" --limit 5
        pmgit column edit review --before done
        pmgit column edit done --from review

      With --from, moves from other columns and new plans are refused, here and by
      the guard of a server.
      """)

  @Argument(help: "The column, by its id or title.", completion: .words(of: .column))
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var writing: WriteOptions

  func run(in session: Session) async throws {
    try session.report(await session.workspace.changeColumn(id, column.changes))
  }
}

struct ColumnRemoveCommand: WritingCommand {
  static let commandName = "remove"
  static let about = CommandConfiguration(
    abstract: "Remove a column; its plans stay, under its name.",
    usage: "pmgit column remove <id> [<options>]",
    discussion: """
      Examples:
        pmgit column remove review
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

  @Option(help: "The kind: todo, doing or done; a new column has that of the one on its left.")
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
