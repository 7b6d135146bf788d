import ArgumentParser
import PlanActions

struct DeleteCommand: ChangingCommand {
  static let commandName = "delete"
  static let about = CommandConfiguration(
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
  var changing: ChangeOptions { plans.many.changing }

  func run(in session: Session) async throws {
    try session.report(await session.workspace.delete(plans.choice()))
  }
}
