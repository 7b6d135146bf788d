import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ListCommand: SessionCommand {
  static let commandName = "list"
  static let about = CommandConfiguration(
    abstract: "List plans, one a line.", usage: "pmgit list [<query>...] [<options>]",
    discussion: """
      Terms side by side must all match; a comma is 'or' among values of a key:
      \(QueryHelp.text)

      Finished plans are left out, unless the query asks for them by is:open,
      is:closed, is:deleted, is:any, state:, kind:, closed:, sort:closed, an id, an
      alias or a view. --all lists them too: updated:, moved: and by: need it, or
      is:any, for finished plans.

      The best match of words comes first, in a pipe too, and plans are otherwise in
      the order of the board: 'sort:rank' asks for it.

      Examples:
        pmgit list
        pmgit list --all login
        pmgit list login crash
        pmgit list view:mine
        pmgit list state:doing @me
        pmgit list '#bug -#later due:<+1w sort:due'
        pmgit list '(#bug OR priority:urgent) is:ready'
        pmgit list is:overdue --json | jq -r '.plans[].title'
        pmgit list is:ready --fields id,title,priority --json
        pmgit list is:ready --sum estimate,points
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

  @OptionGroup var chosen: FieldsOption
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws { try GlobalOptions.requireValues(sum) }

  func run(in session: Session) async throws {
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
    }
    if let footer = model.footer { session.report(footer) }
  }
}
