import ArgumentParser
import PlanActions

struct ConfigColumnAddCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add a column, or bring a removed one back.",
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
  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    try session.report(await session.workspace.addColumn(name, column.changes))
  }
}
