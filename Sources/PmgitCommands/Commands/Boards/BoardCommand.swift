import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct BoardCommand: SessionCommand {
  static let commandName = "board"
  static let about = CommandConfiguration(
    abstract: "Show the columns side by side.",
    usage: "pmgit board [<query>...] [--columns <name>,...] [--all] [<options>]",
    discussion: """
      Examples:
        pmgit board
        pmgit board @me
        pmgit board --full --columns doing,review
        pmgit board --group-by assignee
        pmgit board --all --no-pager
        pmgit board --at 2026-11-01

      '!' marks what is overdue or over a limit, '≠' conflicts, '⊘' what another plan
      blocks; '3d' is the time in the column, and '… 26 more' counts plans without a
      card. A column of kind 'done' shows the last ten. With a query, '2 of 4/3'
      means that 2 of 4 plans match, and that the column's limit is 3.
      """)

  @Argument(
    help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Flag(help: "Show every plan of every column.")
  var all = false

  @Flag(help: "Give every plan one line.")
  var compact = false

  @Flag(help: "Show all that a card can, whatever the number of plans.")
  var full = false

  @Option(
    help: ArgumentHelp(
      "Only these columns, by id or title, separated by commas.", valueName: "column"),
    completion: .words(of: .columns))
  var columns: [String] = []

  @Option(
    help: ArgumentHelp(
      "A row of its own for each assignee, label, parent, priority, milestone, iteration, or "
        + "option of a field.",
      valueName: "value"),
    completion: .words(of: .grouping))
  var groupBy: String?

  @Option(
    help: ArgumentHelp(
      "Add up a field with numbers in the heads of the columns.", valueName: "field"),
    completion: .words(of: .numbers))
  var sum: String?

  @OptionGroup var chosen: FieldsOption
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([groupBy, sum])
    guard !(compact && full) else {
      throw ValidationError("--compact and --full exclude each other")
    }
    guard chosen.fields.isEmpty || !(compact || full) else {
      throw ValidationError("--fields prints a table: leave out --compact and --full")
    }
    guard chosen.fields.isEmpty || groupBy == nil || options.json else {
      throw ValidationError("--fields and --group-by exclude each other, except with --json")
    }
  }

  func run(in session: Session) async throws {
    let members = try chosen.members()
    let found = try session.workspace.find(
      QueryText.joined(query), at: past.at, needsTexts: members?.needsTexts ?? options.json)
    session.report(on: found.shown, found.notices)
    let board = found.shown.board
    try members?.check(on: board)
    let grouping = try groupBy.map { try board.grouping(named: $0) }
    let summed = try board.summedFields(named: sum.map { [$0] } ?? [])
    guard summed.count < 2 else { throw Self.severalSums }
    let columns = try found.lanes(named: columns)
    let people =
      grouping?.isByPeople == true
      ? try session.workspace.people(on: found.allPlans) : PeopleIndex()
    if options.json {
      return session.show(
        try Documents.board(
          found, columns: columns, groupedBy: grouping, people: people, summed: summed,
          only: members))
    }
    let mostLines = members == nil ? mostLines(on: session.context.terminal) : nil
    var choice = BoardModel.Options()
    let isWhole = all || !session.context.terminal.isForPeople
    choice.limits = isWhole ? .all : .standard(mostLines: mostLines)
    (choice.isFiltered, choice.columns, choice.grouping) = (found.isFiltered, columns, grouping)
    choice.summed = summed.first
    (choice.allPlans, choice.relations, choice.people) = (found.allPlans, found.relations, people)
    let model = BoardModel(
      found.plans, board: found.shown.board, viewpoint: try found.shown.viewpoint(),
      options: choice)
    if let members { return try await show(members, of: model, found.shown, session) }
    let form: CardForm? = compact ? .compact : full ? .full : nil
    try await session.show(
      BoardText(model, cards: form, mostLines: mostLines, naming: options.board))
    session.adviseText()
  }

  private static let severalSums = Problem.usage(
    "the heads of columns have room for one sum", hints: ["'pmgit list --sum' shows several"])

  /// Prints chosen members of the plans that have a card, column by column.
  private func show(
    _ members: PlanMembers, of model: BoardModel, _ shown: ShownBoard, _ session: Session
  ) async throws {
    let plans = model.lanes.flatMap(\.cards).map(\.plan)
    let nothing = model.isFiltered ? "no plans match" : "no plans yet"
    try await session.show(plans, members, on: shown, nothing: nothing)
    let left = model.lanes.reduce(0) { $0 + $1.cell.hiddenCount }
    if left > 0 {
      let plans = CountWords.words(left, "finished plan")
      session.report("\(plans) left out; --all lists \(left == 1 ? "it" : "them") too")
    }
  }

  /// Returns the largest number of lines for the board; nil with `--all`, without a terminal, or if
  /// the height of the terminal is unknown.
  private func mostLines(on terminal: Terminal) -> Int? {
    guard terminal.isTerminal, !all else { return nil }
    // The prompt after the board takes a line too.
    return terminal.heightInLines.map { max(1, $0 - 1) }
  }
}
