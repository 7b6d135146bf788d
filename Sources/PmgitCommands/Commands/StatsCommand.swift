import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct StatsCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "stats",
    abstract: "Show how long plans take, and how many are finished.",
    usage: "pmgit stats [--by <field>] [--where <query>] [<options>]",
    discussion: """
      Cycle time runs from the start of the work (a plan leaves the 'todo'
      columns) to its end (it enters the 'done' columns, and stays); lead time
      begins when the plan is made. Shows the median, and the time that 85 % of
      the plans did not exceed. 'docs/history.md' has every definition.

      Examples:
        pmgit stats
        pmgit stats --since 12w
        pmgit stats --by label --where 'priority:high'
        pmgit stats --since 2026-10-01 --until 2026-10-31 --by assignee
        pmgit stats --since 4w --by agent
        pmgit stats --json | jq .cycleTime.median
      """)

  @Option(
    help: ArgumentHelp(
      "Split by label, assignee, owner, priority, column, agent, or a field of the board.",
      valueName: "field"),
    completion: .words(of: .flowGrouping))
  var by: String?

  @OptionGroup var flow: FlowOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let shown = try session.workspace.statistics(ShowStatistics(flow.request, by: by))
    session.tell(of: shown.found.shown, missing: shown.found.missing)
    session.tell(shown.found.notices)
    if options.json { return session.show(Documents.statistics(shown)) }
    try await session.show(
      StatsText(shown.report, viewpoint: try shown.found.shown.viewpoint()))
  }
}
