import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct BoardCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "board",
    abstract: "Show the columns side by side.",
    usage: "pmgit board [<query>...] [--all] [<options>]",
    discussion: """
      Counts are of all plans; a column of kind 'done' shows the last ten unless
      --all is given. '!' marks what is overdue or over a limit, '≠' what waits
      for a decision.

      Examples:
        pmgit board
        pmgit board @me
        pmgit board --all --no-pager
        pmgit board --at 2026-11-01
      """)

  @Argument(help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"))
  var query: [String] = []

  @Flag(help: "Show every plan of every column.")
  var all = false

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.find(FindPlans(QueryText.joined(query), at: past.at))
    session.tell(of: found.shown, missing: found.missing)
    session.tell(found.notices)
    if options.json { return session.show(Documents.board(found)) }
    let isForPeople = session.context.terminal.isForPeople
    let model = BoardModel(
      found.plans, board: found.shown.board, viewpoint: try found.shown.viewpoint(),
      limits: all || !isForPeople ? .all : .standard, isFiltered: found.isFiltered)
    try await session.show(BoardText(model))
  }
}
