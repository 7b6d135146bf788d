import ArgumentParser
import PlanModel
import PlanStore

struct CommentCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "comment",
    abstract: "Add a comment to a plan.",
    discussion: """
      Without -m, the comment is written in the editor that git uses.

      Examples:
        pmgit comment k7m2 -m "Seen again on 17.2"
        make 2>&1 | tail | pmgit comment k7m2 -m -
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The text; - reads standard input.", valueName: "text"))
  var message: String?

  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let id = try session.store.snapshot().resolve(id)
    var draft: Draft?
    let text: String
    switch message {
    case "-"?: text = try session.inputText()
    case let message?: text = message
    case nil:
      let page = try await session.edit("", name: "COMMENT_EDITMSG")
      draft = page
      text = page.text
    }
    let lines = Lines.split(text).trimmingEmptyLines
    guard !lines.isEmpty else {
      draft?.discard()
      throw Failure.usage("the comment is empty", hints: ["give it with -m TEXT"])
    }
    let add = { [session] (draft: Draft?) async throws in
      var session = session
      let item = Edit.itemID(using: &session.context.random)
      let now = session.context.now
      let change = try await session.store.change(by: author) { transaction in
        let title = try transaction.plan(id).title
        try transaction.edit(
          id, Edit.comment(item, text: lines, at: now, by: author.person))
        let short = try transaction.before.shortID(id)
        return CommitMessage(subject: "comment on \(short): “\(lines[0])”, \(title)", plans: [id])
      }
      try session.report(change, of: [id], as: "commented on")
    }
    if let draft {
      try await draft.keepOnFailure { try await add(draft) }
    } else {
      try await add(nil)
    }
  }
}

extension [String] {
  /// The lines without empty ones at both ends.
  var trimmingEmptyLines: [String] {
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    return Array(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
