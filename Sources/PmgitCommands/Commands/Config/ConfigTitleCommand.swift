import ArgumentParser
import PlanActions

struct ConfigTitleCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "title", abstract: "Give the board a title; none takes it away.",
    usage: "pmgit config title <title> [<options>]",
    discussion: """
      Examples:
        pmgit config title "Roadmap"
      """)

  @Argument(help: "The title: one line.")
  var title: String

  @OptionGroup var author: AuthorOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, by: author)
    try session.report(await session.workspace.setTitle(title == "none" ? nil : title))
  }
}
