import ArgumentParser
import PlanActions
import PlanModel

struct DoneCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "done",
    abstract: "Move plans to the first column of kind done.",
    usage: "pmgit done (<id>... | --where <query>) [<options>]",
    discussion: """
      Examples:
        pmgit done k7m2
        pmgit done k7m2 p3x9
        pmgit done --where 'is:open updated:<1y' --dry-run
      """)

  @OptionGroup var plans: PlansArgument
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, plans.many.changing)
    let request = MovePlans(try plans.choice(), to: .first(.done))
    try session.report(await session.workspace.move(request))
  }
}
