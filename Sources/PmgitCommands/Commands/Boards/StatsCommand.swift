import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct StatsCommand: NamedCommand {
  static let commandName = "stats"
  static let about = CommandConfiguration(
    abstract: "Show how long plans take, charts, and when plans will be finished.",
    discussion: """
      Examples:
        pmgit stats --since 12w
        pmgit stats --by label --where 'priority:high'
        pmgit stats --time --by person --since mon
        pmgit stats forecast --by eom
        pmgit stats chart burnup -o burnup.svg
      """,
    defaultSubcommand: StatsShowCommand.self)
  static let subcommands: [any NamedCommand.Type] = [
    StatsShowCommand.self, StatsChartCommand.self, StatsForecastCommand.self,
  ]
}

struct StatsShowCommand: SessionCommand {
  static let commandName = "show"
  static let about = CommandConfiguration(
    abstract: "Show how long plans take, and how many are finished.",
    usage: "pmgit stats [--time] [--by <field>] [--where <query>] [<options>]",
    discussion: """
      Examples:
        pmgit stats
        pmgit stats --since 2026-10-01 --until 2026-10-31 --by assignee
        pmgit stats --json | jq .cycleTime.median
        pmgit stats --time --since 2026-11-01 --csv > time.csv

      Cycle time runs from the start of the work, when a plan leaves the 'todo'
      columns, to its end; lead time begins when the plan is made. --time sums up
      what 'pmgit edit ID --spend 90m' records.
      """)

  @Option(
    help: ArgumentHelp(
      "Split by label, assignee, owner, priority, column, milestone, iteration, agent, or a field "
        + "of the board; with --time by person, plan, label, column, agent, day or week.",
      valueName: "field"),
    completion: .words(of: .flowGrouping))
  var by: String?

  @Flag(help: "Sum up the time that was spent.")
  var time = false

  @Flag(help: "With --time: print comma-separated values, each entry or, with --by, each group.")
  var csv = false

  @OptionGroup var flow: FlowOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard !csv || time && !options.json else {
      throw ValidationError("--csv belongs to --time, and excludes --json")
    }
    if time, let by, TimeGrouping(rawValue: by.lowercased()) == nil {
      let names = TimeGrouping.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("time is split by one of \(names)")
    }
  }

  func run(in session: Session) async throws {
    if time { return try await showTime(session) }
    let found = try session.workspace.flow(flow.request, by: by)
    session.report(on: found.shown, found.notices)
    if options.json { return session.show(Documents.statistics(found)) }
    try await session.show(StatsText(found.report(), viewpoint: try found.shown.viewpoint()))
  }

  private func showTime(_ session: Session) async throws {
    let grouping = by.flatMap { TimeGrouping(rawValue: $0.lowercased()) }
    let found = try session.workspace.time(flow.request, by: grouping)
    session.report(on: found.shown, found.notices)
    if options.json { return session.show(Documents.time(found)) }
    if csv {
      let text = try found.statistics.csv(
        on: found.shown.board, isShown: session.context.terminal.isTerminal
      ) { try found.title(of: $0) }
      return session.context.output.result(text)
    }
    try await session.show(
      TimeSumsText(
        found.statistics, titles: try found.statistics.groups.map { try found.title(of: $0) }))
  }
}
