import ArgumentParser
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct ListCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List plans, one a line.",
    usage: "pmgit list [<query>...] [<options>]",
    discussion: """
      Terms of a query are joined by 'and', the same key again by 'or', '-' negates:
      \(queryHelp)

      Examples:
        pmgit list
        pmgit list state:doing assignee:@me
        pmgit list label:bug -label:later due:<+1w sort:due
        pmgit list overdue:yes --json | jq -r '.plans[].title'
      """)

  @Argument(help: ArgumentHelp("Which plans, and in what order.", valueName: "query"))
  var query: [String] = []

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  /// The keys of the query language, an example beside what it means, in 80 columns.
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
    var session = try Session(context, options)
    let snapshot = try session.snapshot(past)
    let plans = try session.plans(matching: query, in: snapshot)
    if options.json {
      session.show(JSONOutput.plans(plans, in: snapshot, today: session.context.today))
      return
    }
    let model = ListModel(
      plans, board: snapshot.board, viewpoint: session.viewpoint(try snapshot.ids()),
      isFiltered: !query.isEmpty)
    try await session.show(session.context.terminal.text(ListText(model)))
  }
}

extension String {
  fileprivate func padding(toLength length: Int) -> String {
    self + String(repeating: " ", count: max(0, length - count))
  }
}
