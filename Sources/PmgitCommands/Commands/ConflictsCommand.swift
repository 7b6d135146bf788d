import ArgumentParser
import PlanActions
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

struct ConflictsCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List the values that were given one field apart.",
    usage: "pmgit conflicts [<options>]",
    discussion: """
      The first value is the one that the board shows. None is lost until somebody
      decides.

      Examples:
        pmgit conflicts
        pmgit resolve k7m2 title --take 2
      """)

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let snapshot = try session.store.snapshot()
    let plans = try session.readPlans(snapshot).filter { !$0.conflicts.isEmpty && !$0.isDeleted }
    let authors = try session.store.authors(ofConflictsIn: plans, andBoardOf: snapshot)
    if options.json {
      session.show(JSONOutput.conflicts(snapshot.board, plans, authors: authors))
      return
    }
    let list = ConflictList(
      plans, board: snapshot.board, viewpoint: session.viewpoint(try snapshot.ids()),
      authors: authors)
    try await session.show(session.context.terminal.text(ConflictText(list)))
    if let entry = list.entries.first, let field = entry.fields.first,
      session.context.terminal.isTerminal
    {
      session.tell(
        hint:
          "take a value with \(pmgit: "resolve", entry.shortID, field.name, "--take", "1"), or give "
          + "another one with --value or --edit")
    }
  }
}
