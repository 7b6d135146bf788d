import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct LogCommand: SessionCommand {
  static let commandName = "log"
  static let about = CommandConfiguration(
    abstract: "Show what changed, newest first.",
    usage: "pmgit log [<id>... | <query>...] [<options>]",
    discussion: """
      Examples:
        pmgit log
        pmgit log k7m2
        pmgit log '#bug' -n 20
        pmgit log --since yesterday --oneline
        pmgit log --by dev --since mon --field state

      The same history is in 'git log pmgit/main', a commit for each command.
      """)

  @Argument(
    help: ArgumentHelp("A plan, or a query; see 'pmgit list'.", valueName: "id-or-query"),
    completion: .words(of: .planOrQuery))
  var words: [String] = []

  @Option(
    name: [.customShort("n", allowingJoined: true), .long],
    help: ArgumentHelp("The most commits to show.", valueName: "count"))
  var limit: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Changes from then on: yesterday, mon, 2026-11-01, 2h ago.", valueName: "moment"),
    completion: .words(of: .moment))
  var since: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Changes up to then, that day included.", valueName: "moment"),
    completion: .words(of: .moment))
  var until: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Changes by that person or agent: a name, a part of one, or me; agent for any agent.",
      valueName: "name"),
    completion: .words(of: .person))
  var by: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Changes of that field: state, labels, due. Repeatable.", valueName: "name"),
    completion: .words(of: .field))
  var field: [String] = []

  @Flag(help: "One line for each commit and plan.")
  var oneline = false

  @OptionGroup var dates: DateOption
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([since, until, by] + field)
    guard limit ?? 1 > 0 else { throw ValidationError("the limit must be at least 1") }
  }

  func run(in session: Session) async throws {
    let request = ShowHistory(QueryText.written(words), filter: filter, limit: limit)
    if options.json { return try streamDocument(of: request, in: session) }
    if !session.context.terminal.isForPeople { return try streamRecords(of: request, in: session) }
    try await show(request, in: session)
  }

  private func show(_ request: ShowHistory, in session: Session) async throws {
    var request = request
    request.mostPlans = Timeline.mostPlansOfCommit
    var summary = Timeline.Summary(on: try session.workspace.board().board)
    let found = try session.workspace.eachPart(of: request) { entries in
      for entry in entries { summary.add(entry) }
    }
    session.report(on: found.shown, found.notices)
    var viewpoint = try found.shown.viewpoint(of: summary.plans)
    viewpoint.dates = try dates.style(in: session)
    let timeline = summary.timeline(viewpoint)
    if oneline { return try await session.show(TimelineLines(timeline)) }
    try await session.show(TimelineText(timeline))
  }

  private func streamDocument(of request: ShowHistory, in session: Session) throws {
    var (document, stream) = (HistoryDocument(), ResultStream(to: session.context.output))
    let found = try session.workspace.eachPart(of: request) { entries in
      for entry in entries { stream.write(document.part(entry)) }
    }
    session.report(on: found.shown, found.notices)
    stream.write(document.end)
    stream.finish()
  }

  private func streamRecords(of request: ShowHistory, in session: Session) throws {
    let board = try session.workspace.board()
    let viewpoint = try board.viewpoint(of: [])
    var stream = ResultStream(to: session.context.output)
    let found = try session.workspace.eachPart(of: request) { entries in
      stream.write(
        oneline
          ? TimelineLines(Timeline(entries, board: board.board, viewpoint: viewpoint)).recordLines
          : TimelineText.recordLines(of: entries))
    }
    session.report(on: found.shown, found.notices)
    stream.finish()
  }

  private var filter: HistoryFilter {
    var filter = HistoryFilter()
    (filter.since, filter.until, filter.author, filter.fields) = (since, until, by, field)
    return filter
  }
}
