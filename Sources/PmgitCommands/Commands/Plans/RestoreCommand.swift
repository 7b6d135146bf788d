import ArgumentParser
import PlanActions
import PlanDocuments

struct RestoreCommand: ChangingCommand {
  static let commandName = "restore"
  static let about = CommandConfiguration(
    abstract: "Bring back what was deleted, or broken by hand.",
    usage: "pmgit restore (<id>... | --where <query>) [<options>]",
    discussion: """
      Examples:
        pmgit list is:deleted
        pmgit restore k7m2
        pmgit restore --where 'updated:>=today'
        pmgit restore board

      A plan that was broken by hand gets its last readable version, or the merge of
      both sides that git left in it. One whose file was removed needs its whole id.
      'board' stands for the board's settings. The query searches deleted plans only.
      """)

  @Argument(
    help: ArgumentHelp(
      "The plans: any unique beginnings of their ids; or 'board' for its settings.",
      valueName: "id"),
    completion: .words(of: .deletedPlans))
  var ids: [String] = []

  @OptionGroup var many: ManyOptions
  var changing: ChangeOptions { many.changing }

  func validate() throws {
    _ = try many.choice(ids)
    if dryRun, ids.contains("board") {
      throw ValidationError("the board's settings can't be restored with --dry-run")
    }
  }

  func run(in session: Session) async throws {
    let plans = ids.filter { $0 != "board" }
    if plans.count < ids.count {
      let restored = try await session.workspace.restoreSettings()
      session.report(restored.notices)
      try session.showBriefly([], withSettings: restored.didChange, on: restored.after)
      if plans.isEmpty {
        if options.json { session.show(Documents.restored(restored)) }
        return
      }
    }
    try session.report(await session.workspace.restore(many.choice(plans)))
  }
}
