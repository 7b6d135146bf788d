import ArgumentParser
import PlanActions

struct DeleteCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Hide plans from the board; 'restore' brings them back.",
    usage: "pmgit delete (<id>... | --where <query>) [<options>]",
    discussion: """
      Nothing is erased: the plan stays in the branch and in its history. If
      somebody changes it elsewhere before they see that it was deleted, it shows
      again, marked.

      Examples:
        pmgit delete k7m2
        pmgit restore k7m2
        pmgit delete --where 'is:closed closed:<1y' --dry-run
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: Completions.planIDs)
  var ids: [String] = []

  @OptionGroup var many: ManyOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws { _ = try many.choice(ids) }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, many)
    let deleted = try await session.workspace.delete(try many.choice(ids))
    try session.report(deleted, as: "deleted")
  }
}
