import ArgumentParser
import PlanActions
import PlanDocuments

struct ExportCommand: SessionCommand {
  static let commandName = "export"
  static let about = CommandConfiguration(
    abstract: "Print plans as JSON Lines, or in the format of another tool.",
    usage: "pmgit export [<query>...] [<options>]",
    discussion: """
      The objects are those of --json, one a line; 'pmgit import' reads them.
      Deleted plans are left out, unless the query is 'is:any'. With --settings the
      first line is one of the board's own: title, columns, rules and views.

      --format names another format. Those have fewer values than a plan; what each
      carries is in docs/exports.md. 'pmgit import' reads csv, todo-txt and
      taskwarrior again as the same plans.

      Examples:
        pmgit export > plans.jsonl
        pmgit export state:done | jq -r .title
        pmgit export --format csv is:open > plans.csv
        pmgit export --format ical due:any > board.ics
        pmgit export --at fri > friday.jsonl
        pmgit export is:any --settings > board.jsonl
      """)

  @Argument(
    help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "The format: \(PlanExports.ids.joined(separator: ", ")).", valueName: "format"),
    completion: .list(PlanExports.ids))
  var format: String?

  @Flag(help: "To-dos in place of events, with --format ical.")
  var todos = false

  @Flag(help: "Begin with the board's own settings, for 'pmgit import --settings'.")
  var settings = false

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let exports = try PlanExports(format, asToDos: todos, withSettings: settings)
    let found = try session.workspace.find(QueryText.joined(query), at: past.at)
    session.report(on: found.shown, found.notices)
    let text =
      try exports.map { try session.workspace.text(of: found, as: $0) }
      ?? Documents.lines(found, withSettings: settings)
    session.context.output.result(text)
    do {
      try found.requireAll()
    } catch {
      // The lines of an export have no room for an error document.
      let problem = Problem(error)
      session.show(problem)
      throw Verdict(exit: problem.exit)
    }
  }
}
