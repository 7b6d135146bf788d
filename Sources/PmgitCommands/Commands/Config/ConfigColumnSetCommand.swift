import ArgumentParser
import PlanActions

struct ConfigColumnSetCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Change a column's heading, kind, place, limit or rule.",
    usage: "pmgit config column set <id> [<options>]",
    discussion: """
      Examples:
        pmgit config column set doing --title "In progress" --limit 5
        pmgit config column set review --before done
        pmgit config column set done --from review
        pmgit config column set done --from any

      With --from plans enter the column only from those named: neither a move
      from elsewhere nor a new plan is let in, here and by the guard of a server
      that 'pmgit hooks install --server' has set up.
      """)

  @Argument(help: "The column, by its id or title.", completion: .words(of: .column))
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    try session.report(await session.workspace.changeColumn(id, column.changes))
  }
}
