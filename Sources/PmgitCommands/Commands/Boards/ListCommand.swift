import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List plans, one a line, or as a tree.", usage: "pmgit list [<query>...] [<options>]",
    discussion: """
      Examples:
        pmgit list
        pmgit list login crash
        pmgit list '#bug -#later due:<+1w sort:due'
        pmgit list '(#bug OR priority:urgent) is:ready' @me
        pmgit list view:mine --sum estimate
        pmgit list is:overdue --json | jq -r '.plans[].title'
        pmgit list --tree k7m2

      Terms side by side must all match; 'pmgit help query' has all of them. Finished
      plans are left out, unless the query asks for them, as is:any does.

      A tree of ids has these plans and all below them; of a query, the plans that
      match and those above them. '3/5 done' counts the children of a plan.
      """)

  @Argument(
    help: ArgumentHelp("Which plans, and in what order.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Flag(help: "List finished plans too.")
  var all = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Add up a field with numbers, such as estimate (repeatable).", valueName: "fields"),
    completion: .words(of: .numbers))
  var sum: [String] = []

  @Flag(help: "Show plans below their parents, with their progress.")
  var tree = false

  @OptionGroup var chosen: FieldsOption
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues(sum)
    guard !tree || sum.isEmpty && chosen.fields.isEmpty else {
      throw ValidationError("--tree excludes --sum and --fields")
    }
  }

  func run(in session: Session) async throws {
    if tree { return try await showTree(in: session) }
    let members = try chosen.members()
    let found = try session.workspace.find(
      QueryText.joined(query), at: past.at, isBestFirst: true, isOpenUnlessAsked: !all,
      needsTexts: members?.needsTexts ?? options.json)
    session.report(on: found.shown, found.notices)
    let board = found.shown.board
    try members?.check(on: board)
    let totals = try board.summedFields(named: sum).map { FieldTotal($0, of: found.plans) }
    if options.json {
      return session.show(Documents.plans(found, totals: sum.isEmpty ? nil : totals, only: members))
    }
    var model = ListModel(
      found.plans, board: found.shown.board, viewpoint: try found.shown.viewpoint(),
      relations: found.relations, words: found.words, isFiltered: found.isFiltered,
      hiddenCount: found.hiddenCount)
    model.totals = totals
    if let members {
      try await session.show(
        found.plans, members, on: found.shown, nothing: model.nothing, totals: model)
    } else {
      try await session.show(ListText(model))
      session.adviseText()
    }
    if let footer = model.footer { session.report(footer) }
  }
  /// Shows the plan that was named and all below it, or the plans that match with those above them.
  private func showTree(in session: Session) async throws {
    let text = QueryText.joined(query)
    let found = try session.workspace.tree(
      text, names: QueryText.written(query), isWhole: all, at: past.at)
    session.report(on: found.shown, found.notices)
    if options.json { return session.show(Documents.tree(found)) }
    try await session.show(TreeText(try found.model(), naming: options.board))
  }
}
