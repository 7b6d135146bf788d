import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal

struct AgentsPrimeCommand: SessionCommand {
  static let commandName = "prime"
  static let about = CommandConfiguration(
    abstract: "Show in one page what to know before you start to work.",
    usage: "pmgit agents prime [<options>]",
    discussion: """
      Examples:
        pmgit agents prime
        pmgit agents prime --json | jq -r '.ready.plans[].id'

      Who you are and how the board stands, your plans, the best ones to start,
      conflicts, rules and commands, in at most 40 lines. Titles and names are in
      quotes, because anybody may have written them.
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
