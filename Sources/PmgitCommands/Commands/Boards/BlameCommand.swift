import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct BlameCommand: SessionCommand {
  static let commandName = "blame"
  static let about = CommandConfiguration(
    abstract: "Show who last wrote each value of a plan.", usage: "pmgit blame <id> [<options>]",
    discussion: """
      Lists fields, labels, links, lines of the checklist and of the description,
      and comments, each with the commit that wrote it, not the merge that carried
      it.
      A checked line has a row for who wrote it and one for who checked it.

      Examples:
        pmgit blame k7m2
        pmgit blame k7m2 --at yesterday
        pmgit blame k7m2 --json | jq -r '.values[] | select(.line) | .by'
      """)

  @Argument(help: ArgumentHelp("A plan.", valueName: "id"), completion: .words(of: .plans))
  var id: String

  @OptionGroup var dates: DateOption
  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.blame(id, at: past.at)
    session.report(on: found.shown)
    if options.json { return session.show(Documents.blame(found)) }
    var viewpoint = try found.shown.viewpoint(of: [])
    viewpoint.dates = try dates.style(in: session)
    try await session.show(BlameText(found.values, board: found.shown.board, viewpoint: viewpoint))
  }
}
