import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct LogCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "Show what changed, newest first.",
    usage: "pmgit log [<id>... | <query>...] [<options>]",
    discussion: """
      The same history is in 'git log pmgit/main', a commit for each command.

      Examples:
        pmgit log
        pmgit log k7m2
        pmgit log '#bug' -n 20
        pmgit log --since yesterday --oneline
        pmgit log --by dev --since mon --field state
        pmgit log --since 2026-11-01 --until 2026-11-30
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
    help: ArgumentHelp("Changes by that person: a name, a part of one, or me.", valueName: "name"),
    completion: .words(of: .person))
  var by: String?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Changes of that field: state, labels, due. Repeatable.", valueName: "name"),
    completion: .words(of: .field))
  var field: [String] = []

  @Flag(help: "One line for each commit and plan.")
  var oneline = false

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([since, until, by] + field)
    guard limit ?? 1 > 0 else { throw ValidationError("the limit must be at least 1") }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.history(
      ShowHistory(QueryText.written(words), filter: filter, limit: limit))
    session.tell(of: found.shown, missing: found.missing)
    session.tell(found.notices)
    if options.json { return session.show(Documents.history(found)) }
    let timeline = Timeline(
      found.entries, board: found.shown.board,
      viewpoint: try found.shown.viewpoint(of: found.entries.compactMap(\.plan)))
    if oneline { return try await session.show(TimelineLines(timeline)) }
    try await session.show(TimelineText(timeline))
  }

  private var filter: HistoryFilter {
    var filter = HistoryFilter()
    (filter.since, filter.until, filter.author, filter.fields) = (since, until, by, field)
    return filter
  }
}
