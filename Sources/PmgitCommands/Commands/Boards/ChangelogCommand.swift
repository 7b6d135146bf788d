import ArgumentParser
import PlanActions
import PlanDocuments
import PlanView

struct ChangelogCommand: SessionCommand {
  static let commandName = "changelog"
  static let about = CommandConfiguration(
    abstract: "List what was finished in a period, as Markdown by label.",
    usage: "pmgit changelog <from>..[<to>] [--where <query>] [<options>]",
    discussion: """
      Lists the plans that are done at the end and were not before the start, each
      once, below the first of its labels. Both days belong to the period; without
      the second it ends now. You can also give a single day, week or month. A
      commit of the board, or a tag or commit of the code, stands for the board
      after it.

      Examples:
        pmgit changelog 'last week'
        pmgit changelog 2026-11-01..
        pmgit changelog v1.1..v1.2
        pmgit changelog 'last month..yesterday' --where '-#internal'
        pmgit changelog v1.2.. --json | jq -r '.groups[].plans[].title'
      """)

  @Argument(
    help: ArgumentHelp(
      "Two moments with '..' between them, or a day, a week or a month.",
      valueName: "from..to"))
  var range: String

  @OptionGroup var plans: WhereOption
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let listed = try session.workspace.finished(in: range, query: plans.query ?? "")
    session.report(on: listed.shown)
    if let from = listed.from, from.missing.settings != nil || !from.missing.plans.isEmpty {
      session.report(on: from)
    }
    session.report(on: listed.period)
    session.report(listed.notices)
    if options.json { return session.show(Documents.finished(listed)) }
    let viewpoint = try listed.shown.viewpoint()
    try await session.show(listed.groups.changelog(shortID: viewpoint.shortID))
    if listed.groups.isEmpty { session.report("nothing was finished") }
  }
}
