import ArgumentParser
import PlanActions
import PlanModel

struct StartCommand: ChangingCommand {
  static let commandName = "start"
  static let about = CommandConfiguration(
    abstract: "Move plans to the first column of kind doing.",
    usage: "pmgit start (<id>... | --where <query>) [<options>]",
    discussion: """
      'pmgit take' does so too, and makes you the owner.

      Examples:
        pmgit start k7m2
        pmgit start "fix login"
      """)

  @OptionGroup var plans: PlansArgument
  var changing: ChangeOptions { plans.many.changing }

  func run(in session: Session) async throws {
    let request = MovePlans(try plans.choice(), to: .first(.doing))
    try session.report(await session.workspace.move(request))
  }
}
