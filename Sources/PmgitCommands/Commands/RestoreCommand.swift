import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore

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
      let change = try await session.restoreSettings()
      if plans.isEmpty {
        if options.json { session.show(JSONOutput.created(change.after, result: "changed")) }
        return
      }
    }
    let restored = try await session.workspace.restore(plans)
    try session.report(restored.changes, as: "restored")
    let commit = restored.changes.after.commit.abbreviated()
    for id in restored.mended {
      session.tell(
        hint: "see what is different now with \(run: "git", "show", commit, "--", ":/\(id.path)")")
    }
  }
}

extension Session {
  /// Writes the settings as they were before somebody broke them.
  fileprivate func restoreSettings() async throws -> Change {
    let change = try await workspace.restoreSettings()
    if change.didChange {
      tell("restored the board's settings")
      let commit = change.after.commit.abbreviated()
      tell(hint: "see what is different now with 'git show \(commit) -- :/board.json'")
    } else {
      tell("nothing to change: the board's settings can be read")
    }
    return change
  }
}
