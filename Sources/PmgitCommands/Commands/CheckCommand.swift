import ArgumentParser
import PlanActions

struct CheckCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tick off lines of a plan's checklist.",
    usage: "pmgit check <id> <item>... [<options>]",
    discussion: """
      Lines are named by their number, as 'pmgit show' counts them, or by their
      id. Add lines with 'pmgit edit ID --check TEXT'.

      Examples:
        pmgit check k7m2 1 3
        pmgit check k7m2 1 --undo
        pmgit check k7m2 2 --remove
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @Argument(help: ArgumentHelp("The lines of the checklist.", valueName: "item"))
  var items: [String]

  @Flag(exclusivity: .exclusive, help: "What to do instead of ticking off.")
  var action: Action?

  @OptionGroup var options: GlobalOptions

  enum Action: String, EnumerableFlag {
    case undo, remove

    static func help(for value: Action) -> ArgumentHelp? {
      value == .undo ? "Take the tick away." : "Take the line off the list."
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let checked = try await session.workspace.check(
      CheckLines(
        id, lines: items, action: action.map { $0 == .undo ? .uncheck : .remove } ?? .check))
    try session.report(checked, as: "updated the checklist of")
  }
}
