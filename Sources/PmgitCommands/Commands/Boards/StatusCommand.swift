import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal

struct StatusCommand: SessionCommand {
  static let commandName = "status"
  static let about = CommandConfiguration(
    abstract: "Show how the board stands, here and against the remote.",
    usage: "pmgit status [<options>]",
    discussion: """
      Examples:
        pmgit status
        pmgit status --json | jq .conflicts

      Compares with what was last fetched; it does not use the network.
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let status = try session.workspace.status()
    session.warn(of: status.broken)
    if options.json { return session.show(Documents.status(status)) }
    try await session.show(StatusText(status.model))
    if let notice = session.workspace.automaticSyncNotice() {
      // Other commands report it once a day, and not today any more.
      _ = session.workspace.isDue(.sync)
      session.report([notice])
    }
  }
}
