import ArgumentParser
import PlanActions
import PlanDocuments

struct RestoreCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Bring back what was deleted, or broken by hand.",
    usage: "pmgit restore <id>... [<options>]",
    discussion: """
      A plan that somebody broke by hand, so that it can't be read, gets its last
      readable version; where git left both sides of a merge in it, the merge of
      both. A file that was renamed is put back in its place, and one that was
      removed comes back if you name its whole id. A copy of another plan's file
      becomes a plan of its own. 'board' stands for the board's own settings,
      where 'board.json' was broken. It is an ordinary change: what was there
      stays in the history.

      Examples:
        pmgit list is:deleted
        pmgit restore k7m2
        pmgit restore board
      """)

  @Argument(
    help: ArgumentHelp(
      "The plans: any unique beginnings of their ids; or 'board' for its settings.",
      valueName: "id"),
    completion: Completions.deletedPlanIDs)
  var ids: [String]

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options)
    let plans = ids.filter { $0 != "board" }
    if plans.count < ids.count {
      let restored = try await session.workspace.restoreSettings()
      session.tell(restored.notices)
      if plans.isEmpty {
        if options.json { session.show(Documents.restored(restored)) }
        return
      }
    }
    try session.report(try await session.workspace.restore(plans), as: "restored")
  }
}
