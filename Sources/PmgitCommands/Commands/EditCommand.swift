import ArgumentParser
import PlanActions
import PlanModel
import PlanStore

struct EditCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change a plan's fields; without options, in your editor.",
    usage: "pmgit edit <id> [<options>]",
    discussion: """
      Only what you change is written, so an edit made elsewhere to another field
      stays. The editor is the one that git uses. An emptied title leaves the plan
      as it is.

      Examples:
        pmgit edit k7m2 --due fri --priority high
        pmgit edit k7m2 --label bug --no-label later
        pmgit edit k7m2 --postpone 3d
        pmgit edit k7m2 --due none
        pmgit edit k7m2
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @Option(parsing: .unconditional, help: ArgumentHelp("The title: one line.", valueName: "text"))
  var title: String?

  @OptionGroup(title: "Fields") var fields: FieldOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move the due date: 3d, 2w, 1m, -1d.", valueName: "period"))
  var postpone: String?

  @OptionGroup var options: GlobalOptions

  func validate() throws {
    guard postpone == nil || fields.due == nil else {
      throw ValidationError("--due and --postpone exclude each other")
    }
  }

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    guard fields.areGiven || title != nil || postpone != nil else {
      try await editInEditor(&session)
      return
    }
    let author = try session.author()
    let id = try session.store.snapshot().resolve(id)
    let input = fields.body == "-" ? try session.inputText() : nil
    let change = try await session.store.change(by: author) { transaction in
      let plan = try transaction.livePlan(id)
      var edits = try fields.edits(
        for: plan, id: id, in: transaction.before, session: &session, input: input)
      if let title { edits.append(.title(try Validation.title(title))) }
      if let postpone { edits.append(.due(try postponed(plan, by: postpone))) }
      try transaction.edit(id, edits)
      return try Self.message(for: id, from: plan, in: transaction)
    }
    try session.report(change, of: [id], as: "edited")
    let plan = try change.before.plan(id)
    session.tell(
      ofAbsent: try fields.removals(for: id, plan: plan, in: change.before, session: session),
      on: plan, called: try change.after.shortID(id))
    try session.warnOfTwins(of: id, called: fields.alias, in: change.after)
  }

  private func postponed(_ plan: Plan, by text: String) throws -> CalendarDay {
    let period = try DueDate.parsePeriod(text)
    guard let due = plan.due else {
      throw Problem.usage(
        "plan '\(id)' has no due date to postpone", hints: ["set one with --due"])
    }
    guard let day = due.advanced(by: period) else {
      throw Problem.usage("'\(text)' leads out of the calendar")
    }
    return day
  }

  static func message(
    for id: PlanID, from old: Plan, in transaction: Transaction
  ) throws -> CommitMessage {
    let new = try transaction.plan(id)
    let words = CommitWords.changes(from: old, to: new, board: transaction.before.board)
    let short = try transaction.before.shortID(id)
    return CommitMessage(subject: "edit \(short): \(words), \(new.title)", plans: [id])
  }

  private func editInEditor(_ session: inout Session) async throws {
    let snapshot = try session.store.snapshot()
    let id = try snapshot.resolve(id)
    let seen = try snapshot.existingDocument(id)
    let plan = try Plan(seen, id: id).live
    let page = EditorPage(plan, board: snapshot.board)
    let draft = try await session.edit(page.text, name: "PLAN_EDITMSG")
    guard let lines = page.changedLines(in: draft.text), !lines.isEmpty else {
      draft.discard()
      session.tell("nothing was changed")
      return
    }
    try await draft.keepOnFailure { [session] in
      var session = session
      guard let title = lines.first, !title.allSatisfy(\.isWhitespace) else {
        throw Problem(
          code: .emptyTitle, message: "nothing was changed: the title is empty",
          hints: ["the first line is the title; the body follows an empty line"])
      }
      // Only what the person changed is written, so that nothing else is decided by the way.
      var edits: [Edit] = []
      if title != plan.title { edits.append(.title(try Validation.title(title))) }
      let body = Array(lines.dropFirst()).trimmingEmptyLines
      if body != plan.body.trimmingEmptyLines { edits.append(.body(body)) }
      let author = try session.author()
      let change = try await session.store.change(by: author) { transaction in
        let old = try transaction.livePlan(id)
        let document = try transaction.document(id)
        for case .write(let path, _) in edits where document[path] != seen[path] {
          // Somebody changed the same text while the editor was open: neither may vanish.
          throw Problem(
            code: .changedMeanwhile,
            message:
              "'\(path.fieldName)' of plan '\(id)' was changed elsewhere while you edited it",
            hints: ["run \(pmgit: "edit", id) again and bring your text in"])
        }
        try transaction.edit(id, edits)
        return try Self.message(for: id, from: old, in: transaction)
      }
      try session.report(change, of: [id], as: "edited")
    }
  }
}
