import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal

struct PrimeCommand: SessionCommand {
  static let commandName = "prime"
  static let about = CommandConfiguration(
    abstract: "Show in one page what to know before you start to work.",
    usage: "pmgit prime [<options>]",
    discussion: """
      Who you are and how the board stands, your plans in progress, the best plans
      to start and why, conflicts, the rules of the columns, and the commands that
      matter. At most 40 lines, however large the board is, so that a coding agent
      can read it at the start of each session. Titles and names are in quotes,
      because anybody may have written them.

      Examples:
        pmgit prime
        pmgit prime --json | jq -r '.ready.plans[].id'
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let primed = try session.workspace.prime()
    session.report(on: primed.shown)
    if options.json { return session.show(Documents.prime(primed, naming: options.board)) }
    let text = PrimeText(primed.model, naming: options.board)
    session.context.output.result(session.context.terminal.text(text.lines))
  }
}
