import ArgumentParser
import PlanModel
import PlanStore
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
        pmgit board assignee:@me
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
    var session = try Session(context, options)
    let snapshot = try session.snapshot(past)
    let plans = try session.plans(matching: query, in: snapshot)
    if options.json {
      session.show(
        JSONOutput.board(
          snapshot, columns: Self.columns(of: snapshot.board, plans),
          today: session.context.today))
      return
    }
    let isForPeople = session.context.terminal.isForPeople
    let model = BoardModel(
      plans, board: snapshot.board, viewpoint: session.viewpoint(try snapshot.ids()),
      limits: all || !isForPeople ? .all : .standard, isFiltered: !query.isEmpty)
    try await session.show(session.context.terminal.text(BoardText(model)))
  }

  /// The columns with their plans; then those that plans are in and the board does not have.
  static func columns(of board: Board, _ plans: [Plan]) -> [(column: Column, plans: [Plan])] {
    let byState = Dictionary(grouping: plans.filter { !$0.isDeleted }) { ExactString($0.state) }
    let unknown = byState.keys.filter { board[column: $0.text] == nil }.sorted()
      .map { Column(id: $0.text, title: $0.text, kind: .todo) }
    return (board.columns + unknown).map { ($0, byState[ExactString($0.id)] ?? []) }
  }
}
