import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct ListCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List plans, one a line.",
    usage: "pmgit list [<query>...] [<options>]",
    discussion: """
      Terms side by side must all match; a comma is 'or' among values of a key:
      \(queryHelp)

      Examples:
        pmgit list
        pmgit list view:mine
        pmgit list state:doing @me
        pmgit list '#bug -#later due:<+1w sort:due'
        pmgit list '(#bug OR priority:urgent) is:ready'
        pmgit list is:overdue --json | jq -r '.plans[].title'
      """)

  @Argument(
    help: ArgumentHelp("Which plans, and in what order.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  /// The keys of the query language, each example beside its meaning, in 80 columns.
  private static let queryHelp = {
    let width = Query.help.map(\.example.count).max() ?? 0
    return Query.help.map { entry in
      let example = "  " + entry.example.padding(toLength: width + 2)
      let meaning = StyledText(entry.meaning).wrapped(toCells: 78 - example.count)
      let nextLine = "\n" + String(repeating: " ", count: example.count)
      return example + meaning.map(\.string).joined(separator: nextLine)
    }.joined(separator: "\n")
  }()

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.find(FindPlans(QueryText.joined(query), at: past.at))
    session.tell(of: found.shown, missing: found.missing)
    session.tell(found.notices)
    if options.json { return session.show(Documents.plans(found)) }
    let model = ListModel(
      found.plans, board: found.shown.board, viewpoint: try found.shown.viewpoint(),
      relations: found.relations, words: found.words, isFiltered: found.isFiltered)
    try await session.show(ListText(model))
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
