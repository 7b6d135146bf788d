import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct StatsForecastCommand: SessionCommand {
  static let commandName = "forecast"
  static let about = CommandConfiguration(
    abstract: "Show when plans will be finished, and how many by a day.",
    usage: "pmgit stats forecast [--by <day>] [-n <count>] [<options>]",
    discussion: """
      Examples:
        pmgit stats forecast
        pmgit stats forecast --by eom
        pmgit stats forecast -n 10 --where '#bug' --since 26w

      The coming days are drawn from the past ones, ten thousand times: '85 %' is
      what holds in 85 % of these runs. Without a count it is about all open plans.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many are finished by then: fri, 2w, eom, 2027-01-31.", valueName: "day"),
    completion: .words(of: .day))
  var by: String?

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("When this many are done (default: all open plans).", valueName: "count"))
  var count: Int?

  @OptionGroup var plans: WhereOption

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Draw from the days since then (default: 12w).", valueName: "moment"),
    completion: .words(of: .moment))
  var since: String?

  @Option(help: ArgumentHelp("The seed of the random draws.", valueName: "number"))
  var seed: UInt64 = Forecast.usualSeed

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([by, since])
    guard (1...1_000_000).contains(count ?? 1) else {
      throw ValidationError("the count must be from 1 to 1000000")
    }
  }

  func run(in session: Session) async throws {
    let work = try session.workspace.forecast(
      plans.query ?? "", since: since, by: by, count: count, seed: seed)
    session.report(on: work.found.shown, work.notices)
    if options.json { return session.show(Documents.forecast(work)) }
    try await session.show(ForecastText(work.forecast))
  }
}
