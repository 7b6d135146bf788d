import ArgumentParser
import PlanActions

struct ReleaseCommand: WritingCommand {
  static let commandName = "release"
  static let about = CommandConfiguration(
    abstract: "Give up your claim on plans, so that others can take them.",
    usage: "pmgit release <id>... [<options>]",
    discussion: """
      Clears the owner and the lease, on the remote first, so that others see it at
      once. A plan in a column of kind doing goes to the top of the first column of
      kind todo that accepts it; --stay leaves it where it is. A plan that is done
      keeps its owner. Plans of other people are refused: to free one of them, use
      'pmgit edit <id> --owner none'.

      Examples:
        pmgit release k7m2
        pmgit release k7m2 p3x9 --stay
        pmgit release k7m2 --as agent-3
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: .words(of: .openPlans))
  var ids: [String] = []

  @Flag(help: "Leave the plans in their columns.")
  var stay = false

  @OptionGroup var writing: WriteOptions

  func validate() throws {
    guard !ids.isEmpty else { throw ValidationError("name at least one plan") }
  }

  func run(in session: Session) async throws {
    try await session.report(
      claims: session.askingRemote {
        try await session.workspace.release(ids, stays: stay)
      })
  }
}
