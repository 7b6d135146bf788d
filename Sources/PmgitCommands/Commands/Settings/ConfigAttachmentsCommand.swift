import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel
import PlanTerminal

struct ConfigAttachmentsCommand: WritingCommand {
  static let commandName = "attachments"
  static let about = CommandConfiguration(
    abstract: "Show or set the greatest size of attached files.",
    usage: "pmgit config attachments [--limit <size>] [<options>]",
    discussion: """
      Examples:
        pmgit config attachments
        pmgit config attachments --limit 10MB

      The limit is for each file, and belongs to the board; 'none' is 5 MB again, 100
      MB is the most, and 0 refuses all files that have content.
      """)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The most bytes of an attached file, as 500kB or 10MB; or none.", valueName: "size"))
  var limit: String?

  @OptionGroup var writing: WriteOptions

  func validate() throws { try GlobalOptions.requireValues([limit]) }

  func run(in session: Session) async throws {
    guard let limit else { return try show(session) }
    let bytes = limit.lowercased() == "none" ? nil : try Workspace.fileLimit(limit)
    try session.report(await session.workspace.setFileLimit(bytes))
  }

  private func show(_ session: Session) throws {
    let found = try session.workspace.settings()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.settings(found)) }
    let limit = found.settings.filter { $0.key == SettingsShown.fileLimitKey }
      .map { ($0.key, $0.value) }
    session.context.output.result(session.context.terminal.text(TableText(settings: limit)))
  }
}
