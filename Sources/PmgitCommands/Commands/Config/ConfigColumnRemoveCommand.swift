import ArgumentParser
import PlanActions

struct ConfigColumnRemoveCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "Remove a column; its plans stay, in a lane of their own.",
    usage: "pmgit config column remove <id> [<options>]",
    discussion: """
      Examples:
        pmgit config column remove review
      """)

  @Argument(help: "The column, by its id or title.", completion: .words(of: .column))
  var id: String
  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    try session.report(await session.workspace.removeColumn(id))
  }
}
