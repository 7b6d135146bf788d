import ArgumentParser
import PlanActions
import PlanModel

struct DoneCommand: ChangingCommand {
  static let commandName = "done"
  static let about = CommandConfiguration(
    abstract: "Move plans to the first column of kind done.",
    usage: "pmgit done (<id>... | --where <query>) [<options>]",
    discussion: """
      Examples:
        pmgit done k7m2 p3x9
        pmgit done --where 'is:open updated:<1y' --dry-run
      """)

  @OptionGroup var plans: PlansArgument
  var changing: ChangeOptions { plans.many.changing }

  func run(in session: Session) async throws {
    let request = MovePlans(try plans.choice(), to: .first(.done))
    try session.report(await session.workspace.move(request))
  }
}
