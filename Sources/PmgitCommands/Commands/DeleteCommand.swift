import ArgumentParser
import PlanModel
import PlanStore
import PlanView

struct DeleteCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Hide plans from the board; 'restore' brings them back.",
    usage: "pmgit delete <id>... [<options>]",
    discussion: """
      Nothing is erased: the plan stays in the branch and in its history. If
      somebody changes it elsewhere before they see that it was deleted, it shows
      again, marked.

      Examples:
        pmgit delete k7m2
        pmgit restore k7m2
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: Completions.planIDs)
  var ids: [String]

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let now = session.context.now
    let found = try session.store.snapshot()
    let ids = try ids.map { try found.resolve($0) }.unique
    try await session.changeEach(ids, by: author, verb: "delete", done: "deleted") { document in
      document.deletionState?.holds == true
        ? [] : [document.deletion(at: now, by: author.person)]
    }
  }
}

extension Session {
  /// Makes the same kind of change to several plans, in one commit.
  ///
  /// - Parameter preparing: What is to be done before a plan can be edited.
  @discardableResult
  func changeEach(
    _ ids: [PlanID], by author: Author, verb: String, done: String,
    preparing: (inout Transaction, PlanID) throws -> Void = { _, _ in },
    edits: (PlanDocument) -> [Edit]
  ) async throws -> Change {
    let change = try await store.change(by: author) { transaction in
      var lines: [String] = []
      for id in ids {
        try preparing(&transaction, id)
        let document = try transaction.document(id)
        try transaction.edit(id, edits(document))
        lines.append("\(try transaction.before.shortID(id)): \(Plan(document, id: id).title)")
      }
      if lines.count == 1 { return CommitMessage(subject: "\(verb) \(lines[0])", plans: ids) }
      return CommitMessage(
        subject: "\(verb) \(CountText.words(ids.count, "plan"))", lines: lines, plans: ids)
    }
    try report(change, of: ids, as: done)
    return change
  }
}
