import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal

struct ShowCommand: SessionCommand {
  static let commandName = "show"
  static let about = CommandConfiguration(
    abstract: "Show plans with their checklists, comments, conflicts and last changes.",
    usage: "pmgit show <id>... [--fields <name>,...] [<options>]",
    discussion: """
      If one of several names means no plan, nothing is printed. With --json, one
      plan is 'plan', and several are 'plans'.

      Examples:
        pmgit show k7m2
        pmgit show k7m2 p3xq
        pmgit show k7m2 --json | jq .plan.body
        pmgit show k7m2 p3xq --fields id,title,body --json
        pmgit show k7m2 --at yesterday
        pmgit show k7m2 --at 3f2a9c1
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: .words(of: .plans))
  var ids: [String]

  @OptionGroup var chosen: FieldsOption
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
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
  }
}
