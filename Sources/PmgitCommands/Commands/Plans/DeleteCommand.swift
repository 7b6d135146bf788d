import ArgumentParser
import PlanActions

struct DeleteCommand: PmgitCommand {
  static let about = CommandConfiguration(
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

  @OptionGroup var plans: PlansArgument
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, plans.many.changing)
    let deleted = try await session.workspace.delete(try plans.choice())
    try session.report(deleted)
  }
}
