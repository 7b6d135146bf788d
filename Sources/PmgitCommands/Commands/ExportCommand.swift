import ArgumentParser
import PlanActions
import PlanDocuments

struct ExportCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "export",
    abstract: "Print plans as JSON Lines, one plan object a line.",
    usage: "pmgit export [<query>...] [<options>]",
    discussion: """
      The objects are those of --json; 'pmgit import' reads them. Deleted plans
      are left out, unless the query is 'is:any'. With --settings the first line is
      one of the board's own: title, columns, rules and views.

      Examples:
        pmgit export > plans.jsonl
        pmgit export state:done | jq -r .title
        pmgit export --at fri > friday.jsonl
        pmgit export is:any --settings > board.jsonl
      """)

  @Argument(
    help: ArgumentHelp("Only plans that match; see 'pmgit list'.", valueName: "query"),
    completion: .words(of: .query))
  var query: [String] = []

  @Flag(help: "Begin with the board's own settings, for 'pmgit import --settings'.")
  var settings = false

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.find(
      FindPlans(QueryText.joined(query), at: past.at, needsTexts: true))
    session.tell(of: found.shown, missing: found.missing)
    session.tell(found.notices)
    session.context.output.result(Documents.lines(found, withSettings: settings))
    do throws(Problem) {
      try found.requireAll()
    } catch {
      // The lines of an export have no room for an error document.
      context.output.message(error.text(naming: options.board))
      throw Verdict(exit: error.exit)
    }
  }
}
