import ArgumentParser
import PlanModel
import PlanStore

struct ExportCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Print plans as JSON Lines, one plan object a line.",
    usage: "pmgit export [<query>...] [<options>]",
    discussion: """
      The objects are those of --json; 'pmgit import' reads them. Deleted plans
      are left out.

      Examples:
        pmgit export > plans.jsonl
        pmgit export state:done | jq -r .title
        pmgit export --at fri > friday.jsonl
      """)

  @Argument(help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"))
  var query: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let snapshot = try session.snapshot(past)
    let plans = try session.plans(matching: query, in: snapshot)
    let today = session.context.today
    var text = ""
    for plan in plans {
      let object = PlanJSON.object(plan, board: snapshot.board, today: today)
      text += CanonicalJSON.line(of: .object(object)) + "\n"
    }
    session.context.output.result(text)
    try session.requireAllReadable(snapshot)
  }
}
