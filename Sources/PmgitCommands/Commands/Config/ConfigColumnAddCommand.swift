import ArgumentParser
import PlanActions

struct ConfigColumnAddCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a column, or bring a removed one back.",
    usage: "pmgit config column add <id> [<options>]",
    discussion: """
      Examples:
        pmgit config column add review --title "In review" --after doing --limit 3
      """)

  @Argument(help: "The id that plans' state holds, such as review.")
  var id: String
  @OptionGroup var column: ColumnOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    session.report(try await session.workspace.addColumn(id, column.changes))
  }
}
