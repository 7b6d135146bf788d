import ArgumentParser
import PlanActions
import PlanModel

struct CommentCommand: ChangingCommand {
  static let commandName = "comment"
  static let about = CommandConfiguration(
    abstract: "Add a comment to plans, or change one.",
    usage: "pmgit comment (<id>... | --where <query>) [-m <text>] [<options>]",
    discussion: """
      Examples:
        pmgit comment k7m2 -m "Seen again on 17.2"
        make 2>&1 | tail | pmgit comment k7m2
        pmgit comment k7m2 --edit 2 -m "Seen again on 17.3"
        pmgit comment k7m2 --delete 2
        pmgit comment --where 'is:open updated:<1y' -m "Still wanted?"

      Without -m, it is written in your editor, or read from standard input. Comments
      are named by their number in 'show', or by their id.
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: .words(of: .plans))
  var ids: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("The text; - reads standard input.", valueName: "text"))
  var message: String?

  @Option(help: ArgumentHelp("Give this comment another text.", valueName: "comment"))
  var edit: String?

  @Option(help: ArgumentHelp("Delete this comment.", valueName: "comment"))
  var delete: String?

  @Flag(help: "Go on in your editor with a text that could not be saved.")
  var draft = false

  @OptionGroup var many: ManyOptions
  var changing: ChangeOptions { many.changing }

  func validate() throws {
    try GlobalOptions.requireValues([message, edit, delete])
    _ = try many.choice(ids)
    guard ids.count == 1 || (edit == nil && delete == nil && !draft) else {
      throw ValidationError("--edit, --delete and --draft are about one plan")
    }
    guard !dryRun || message != nil else {
      throw ValidationError("--dry-run needs the text: -m TEXT")
    }
    guard delete == nil || (message == nil && edit == nil && !draft) else {
      throw ValidationError("--delete takes no text, and excludes --edit and --draft")
    }
    guard !draft || message == nil else {
      throw ValidationError("--draft and -m exclude each other")
    }
  }

  func run(in session: Session) async throws {
    var session = session
    guard ids.count == 1 else { return try await comment(on: try many.choice(ids), session) }
    // Checked before an editor opens.
    let id = try session.workspace.livePlan(named: ids[0]).id
    session.readings = try session.workspace.notices(reading: ids[0])
    try await change(id, session)
  }

  /// Adds, edits or deletes a comment on one plan.
  private func change(_ id: PlanID, _ session: Session) async throws {
    if let delete {
      let request = ChangeComment(id.text, comment: delete, .delete)
      return try session.report(await session.workspace.change(request))
    }
    let old = try edit.map { try session.workspace.comment(named: $0, on: id.text) }
    if let message {
      let text = message == "-" ? try session.inputText() : message
      return try await session.save(text, on: id, in: old)
    }
    guard draft || session.context.inputIsTerminal else {
      return try await session.save(try session.inputText(), on: id, in: old)
    }
    try await session.writeComment(on: id, in: old, isDraft: draft)
  }

  /// Adds a comment with the same text to several plans. The text comes from `-m` or from standard
  /// input, never from an editor.
  private func comment(on plans: PlanChoice, _ session: Session) async throws {
    guard message != nil || !session.context.inputIsTerminal else {
      throw Problem.usage(
        "a comment on several plans needs its text", hints: ["give it with -m TEXT"])
    }
    let text = try message.map { $0 == "-" ? try session.inputText() : $0 } ?? session.inputText()
    let request = CommentOnPlan(plans, text: Lines.entered(text))
    try session.report(await session.workspace.comment(request))
  }
}

extension Session {
  /// Opens a comment in the editor, and saves it.
  ///
  /// - Parameters:
  ///   - old: The comment to edit; nil for a new one.
  ///   - isDraft: Whether to begin with the newest stored text of such a comment.
  func writeComment(on id: PlanID, in old: Comment? = nil, isDraft: Bool = false) async throws {
    let stored = isDraft ? try newestDraft("comment", of: id, editing: old) : nil
    let old = try stored.map { try comment(editedIn: $0, on: id) } ?? old
    let text = old.map { Lines.joined($0.text) + "\n" } ?? ""
    let purpose = DraftPurpose.comment(id, edited: old.map { DraftPurpose.mark(of: $0) })
    let written = try await edit(text, for: purpose, takingUp: stored)
    guard !Lines.entered(written.text).trimmingEmptyLines.isEmpty else {
      written.discard()
      report(
        done: old == nil
          ? "nothing was added: the comment is empty"
          : "nothing was changed: the text is empty; --delete deletes the comment")
      return
    }
    try await written.keepOnFailure { try await save(written.text, on: id, in: old) }
  }

  /// Returns the comment that a draft edits; nil for a draft of a new comment. Throws a problem if
  /// the comment was changed or deleted since.
  private func comment(editedIn draft: StoredDraft, on id: PlanID) throws -> Comment? {
    guard case .comment(_, let mark?) = draft.purpose else { return nil }
    let comments = try workspace.livePlan(named: id.text).comments
    guard let comment = comments.first(where: { DraftPurpose.mark(of: $0) == mark }) else {
      throw Problem(
        code: .changedMeanwhile,
        message: "the comment that the draft edits was changed or deleted since",
        hints: ["the text is in '\(draft.path)'", "see the comments with \(pmgit: "show", id)"])
    }
    return comment
  }

  /// Adds a comment, or replaces the text of an existing one.
  fileprivate func save(_ text: String, on id: PlanID, in old: Comment?) async throws {
    let lines = Lines.entered(text)
    guard let old else {
      return try report(await workspace.comment(CommentOnPlan(id.text, text: lines)))
    }
    try report(await workspace.change(ChangeComment(id.text, comment: old.id, .edit(lines))))
  }
}
