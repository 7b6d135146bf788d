import ArgumentParser
import PlanActions
import Git
import PlanModel
import PlanStore
import PlanView

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
    var session = try Session(context, options)
    let author = try session.author()
    if ids.contains("board") {
      let change = try await session.restoreSettings(by: author)
      if ids.allSatisfy({ $0 == "board" }) {
        if options.json { session.show(JSONOutput.created(change.after, result: "changed")) }
        return
      }
    }
    let found = try session.store.snapshot()
    let ids = try ids.filter { $0 != "board" }.map { try Self.resolve($0, in: found) }.unique
    let change = try await session.changeEach(
      ids, by: author, verb: "restore", done: "restored",
      preparing: { [store = session.store, now = session.context.now] transaction, id in
        if try transaction.before.readableDocument(id) != nil { return }
        try store.putBack(id, in: &transaction, at: now)
      },
      edits: { $0.deletionState == nil ? [] : [PlanDocument.restoration] })
    guard change.didChange else { return }
    for id in ids where try found.readableDocument(id) == nil {
      let commit = change.after.commit.abbreviated()
      session.tell(hint: "see what is different now with 'git show \(commit) -- :/\(id.path)'")
    }
  }

  /// Finds a plan by what was typed, also one that has no file any more.
  private static func resolve(_ typed: String, in snapshot: BoardSnapshot) throws -> PlanID {
    do {
      return try snapshot.resolve(typed)
    } catch {
      if case .misplacedPlan(let id, _) = error { return id }
      if case .unknownPlan = error, let id = PlanID.normalizedPrefix(typed).flatMap(PlanID.init) {
        return id
      }
      throw error
    }
  }
}

extension Session {
  /// Writes the settings as they were before somebody broke them.
  fileprivate func restoreSettings(by author: Author) async throws -> Change {
    let change = try await store.change(by: author) { transaction in
      if transaction.before.brokenSettings != nil { transaction.putBackSettings() }
      return CommitMessage(subject: "restore the board's settings", plans: [])
    }
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
