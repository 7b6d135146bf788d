import ArgumentParser
import PlanActions

struct DeleteCommand: ChangingCommand {
  static let commandName = "delete"
  static let about = CommandConfiguration(
    abstract: "Hide plans from the board; 'restore' brings them back.",
    usage: "pmgit delete (<id>... | --where <query>) [<options>]",
    discussion: """
      Examples:
        pmgit delete k7m2
        pmgit delete --where 'is:closed closed:<1y' --dry-run

      The plan stays in the history. If somebody changes it before they see that it
      was deleted, it shows again, marked.
      """)

  @OptionGroup var plans: PlansArgument
  var changing: ChangeOptions { plans.many.changing }

  func run(in session: Session) async throws {
    try session.report(await session.workspace.delete(plans.choice()))
  }
}
