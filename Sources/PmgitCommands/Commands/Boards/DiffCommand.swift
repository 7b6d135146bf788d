import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal
import PlanView

struct DiffCommand: SessionCommand {
  static let commandName = "diff"
  static let about = CommandConfiguration(
    abstract: "Show what differs since a moment, plan by plan.",
    usage: "pmgit diff <moment> [<moment>] [<options>]",
    discussion: """
      Examples:
        pmgit diff yesterday
        pmgit diff 2026-11-01 2026-11-30
        pmgit diff mon --where '#bug'
        pmgit diff 3f2a9c1 --json

      The state before the first moment is compared with the one after the second, or
      now: 'diff mon' includes Monday, and 'diff mon mon' is Monday alone. A commit
      stands for the state that it left.
      """)

  @Argument(
    help: ArgumentHelp("The first moment, or a commit.", valueName: "moment"),
    completion: .words(of: .moment))
  var from: String

  @Argument(
    help: ArgumentHelp("The last one; now, if it is left out.", valueName: "moment"),
    completion: .words(of: .moment))
  var to: String?

  @OptionGroup var plans: WhereOption
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.compare(from: from, to: to, where: plans.query ?? "")
    if let from = found.from { session.report(on: from) }
    session.report(on: found.to)
    session.report(on: found.period)
    session.report(found.notices)
    if options.json { return session.show(Documents.differences(found)) }
    try await session.show(
      DifferenceText(
        found.differences, board: found.to.board,
        viewpoint: try found.to.viewpoint(of: found.differences.compactMap(\.plan))))
  }
}
