import ArgumentParser
import PlanActions
import PlanModel

struct StartCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "start",
    abstract: "Move plans to the first column of kind doing.",
    usage: "pmgit start (<id>... | --where <query>) [<options>]",
    discussion: """
      'pmgit take' does so too, and makes you the owner.

      Examples:
        pmgit start k7m2
        pmgit start "fix login"
      """)

  @OptionGroup var plans: PlansArgument
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, plans.many.changing)
    let request = MovePlans(try plans.choice(), to: .first(.doing))
    try session.report(await session.workspace.move(request))
  }
}
