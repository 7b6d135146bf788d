import ArgumentParser
import PlanActions
import PlanModel

struct StartCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "start",
    abstract: "Move plans to the first column of kind doing.",
    usage: "pmgit start (<id>... | --where <query>) [<options>]",
    discussion: """
      'pmgit take' does so too, and makes you the owner.

      Examples:
        pmgit start k7m2
        pmgit start "fix login"
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
    let moved = try await session.workspace.move(
      MovePlans(try many.choice(ids), to: .first(.doing)))
    try session.report(moved.changes, as: "moved", to: moved.column.title)
  }
}
