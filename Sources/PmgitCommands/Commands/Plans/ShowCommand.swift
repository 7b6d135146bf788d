import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct ShowCommand: SessionCommand {
  static let commandName = "show"
  static let about = CommandConfiguration(
    abstract: "Show plans with their checklists, comments and last changes.",
    usage: "pmgit show <id>... [--fields <name>,...] [<options>]",
    discussion: """
      Examples:
        pmgit show k7m2
        pmgit show k7m2 p3xq --fields id,title,body --json
        pmgit show k7m2 --at yesterday
        pmgit show k7m2 --blame

      With --json, one plan is 'plan', and several are 'plans'. If a name means no
      plan, nothing is printed.
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: .words(of: .plans))
  var ids: [String]

  @Flag(help: "Show who last wrote each value, and in which commit.")
  var blame = false

  @OptionGroup var dates: DateOption
  @OptionGroup var chosen: FieldsOption
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard blame || dates.date == nil else { throw ValidationError("--date belongs to --blame") }
    guard !blame || ids.count == 1 && chosen.fields.isEmpty else {
      throw ValidationError("--blame is about one plan, and excludes --fields")
    }
  }

  func run(in session: Session) async throws {
    if blame { return try await showAuthors(of: ids[0], in: session) }
    let members = try chosen.members()
    let found = try session.workspace.show(ids, at: past.at)
    guard let first = found.first else { return }
    try members?.check(on: first.shown.board)
    session.report(on: first.shown)
    session.warn(ofValues: found.flatMap(\.wrongValues))
    let plans = found.map(\.plan)
    if options.json {
      return session.show(
        ids.count == 1
          ? Documents.plan(first, only: members)
          : Documents.plans(plans, on: first.shown, only: members))
    }
    if let members {
      return try await session.show(plans, members, on: first.shown, nothing: "")
    }
    let details = try found.map { try session.workspace.detail(of: $0) }
    try await session.show(PlanTextSeries(details.map { PlanText($0, naming: options.board) }))
    session.adviseText()
  }
  /// Shows who wrote each value of a plan.
  private func showAuthors(of id: String, in session: Session) async throws {
    let found = try session.workspace.blame(id, at: past.at)
    session.report(on: found.shown)
    if options.json { return session.show(Documents.blame(found)) }
    var viewpoint = try found.shown.viewpoint(of: [])
    viewpoint.dates = try dates.style(in: session)
    try await session.show(BlameText(found.values, board: found.shown.board, viewpoint: viewpoint))
  }
}
