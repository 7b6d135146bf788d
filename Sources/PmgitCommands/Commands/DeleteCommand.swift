import ArgumentParser
import PlanActions

struct DeleteCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Hide plans from the board; 'restore' brings them back.",
    usage: "pmgit delete <id>... [<options>]",
    discussion: """
      Nothing is erased: the plan stays in the branch and in its history. If
      somebody changes it elsewhere before they see that it was deleted, it shows
      again, marked.

      Examples:
        pmgit delete k7m2
        pmgit restore k7m2
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: Completions.planIDs)
  var ids: [String]

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    try session.report(try await session.workspace.delete(ids), as: "deleted")
  }
}
