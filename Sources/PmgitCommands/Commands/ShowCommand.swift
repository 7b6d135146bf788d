import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal

struct ShowCommand: PmgitCommand {
  static let about = CommandConfiguration(
    commandName: "show",
    abstract: "Show a plan with its checklist, comments, conflicts and last changes.",
    usage: "pmgit show <id> [<options>]",
    discussion: """
      Examples:
        pmgit show k7m2
        pmgit show k7m2 --json | jq .plan.body
        pmgit show k7m2 --at yesterday
        pmgit show k7m2 --at 3f2a9c1
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: .words(of: .plans))
  var id: String

  @OptionGroup var past: PastOptions
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let found = try session.workspace.show(id, at: past.at)
    session.tell(of: found.shown)
    session.warn(ofValues: found.wrongValues)
    if options.json { return session.show(Documents.plan(found)) }
    try await session.show(
      PlanText(try session.workspace.detail(of: found), naming: options.board))
  }
}
