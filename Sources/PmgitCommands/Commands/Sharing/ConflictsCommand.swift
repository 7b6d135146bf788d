import ArgumentParser
import PlanActions
import PlanDocuments
import PlanTerminal
import PlanView

struct ConflictsCommand: SessionCommand {
  static let commandName = "conflicts"
  static let about = CommandConfiguration(
    abstract: "List fields that two people set differently at the same time.",
    usage: "pmgit conflicts [<options>]",
    discussion: """
      The first value is the one that the board shows. None is lost until somebody
      decides.

      Examples:
        pmgit conflicts
        pmgit resolve k7m2 title --take 2
      """)

  @OptionGroup var options: GlobalOptions

  func run(in session: Session) async throws {
    let found = try session.workspace.conflicts()
    session.report(on: found.shown)
    if options.json { return session.show(Documents.conflicts(found)) }
    let list = try found.list()
    try await session.show(ConflictText(list))
    guard session.context.terminal.isTerminal, let entry = list.entries.first,
      let field = entry.fields.first
    else { return }
    session.report(
      hint:
        "take a value with \(pmgit: "resolve", entry.shortID, field.name, "--take", "1"), or give "
        + "another one with --value or --edit")
  }
}
