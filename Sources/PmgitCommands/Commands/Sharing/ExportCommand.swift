import ArgumentParser
import PlanActions
import PlanDocuments

struct ExportCommand: SessionCommand {
  static let commandName = "export"
  static let about = CommandConfiguration(
    abstract: "Print plans for other programs, or write the board as a page.",
    usage: "pmgit export [<query>...] [--format <name> | --site <folder>] [<options>]",
    discussion: """
      Examples:
        pmgit export > plans.jsonl
        pmgit export --format csv is:open > plans.csv
        pmgit export --format ical due:any > board.ics
        pmgit export is:any --settings > board.jsonl
        pmgit export --site public
        pmgit export --site public '#roadmap -#internal' --no-index

      Without --format they are JSON Lines, one plan a line, as 'pmgit import' reads
      them. Deleted plans are left out, unless the query is 'is:any'. Other formats
      carry what their programs know.

      A site is the page of 'pmgit web', for reading only, with feed.xml and
      board.ics: open index.html, or put the folder on any web server. It has the
      plans of the query, and nothing of the others. The folder must be new, empty,
      or written by pmgit before. The same board gives the same files.
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

  @OptionGroup(title: "Page") var site: SiteOptions
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard site.site == nil || format == nil && !todos && !settings && past.at == nil else {
      throw ValidationError("--site excludes --format, --todos, --settings and --at")
    }
  }

  func run(in session: Session) async throws {
    if let folder = site.site { return try await writeSite(to: folder, in: session) }
    let exports = try PlanExports(format, asToDos: todos, withSettings: settings)
    let found = try session.workspace.find(QueryText.joined(query), at: past.at)
    session.report(on: found.shown, found.notices)
    if found.plans.isEmpty, found.isFiltered { reportNothing(in: session) }
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

  /// Reports that no plans match, and how a format is named if the query is a format's name or
  /// that of a file.
  private func reportNothing(in session: Session) {
    session.report("no plans match")
    guard format == nil, query.count == 1, let ending = query[0].split(separator: ".").last,
      let meant = PlanExports.format(ofFilesEndingIn: ending.lowercased())
    else { return }
    session.report(hint: "for that format write \(pmgit: "export", "--format", meant)")
  }
}
