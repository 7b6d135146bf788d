import ArgumentParser
import PlanActions
import PlanModel

struct EditCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change fields of plans; without options, in your editor.",
    usage: "pmgit edit (<id>... | --where <query>) [<options>]",
    discussion: """
      Only what you change is written, so an edit made elsewhere to another field
      stays. The editor is the one that git uses. An emptied title leaves the plan
      as it is.

      Examples:
        pmgit edit k7m2 --due fri --priority high
        pmgit edit k7m2 --label bug --no-label later
        pmgit edit k7m2 --postpone 3d
        pmgit edit k7m2 --due none
        pmgit edit k7m2 p3x9 --labels bug,ui --body-append "Seen again"
        pmgit edit --where '#bug no:priority' --priority medium --dry-run
        pmgit edit k7m2
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: Completions.planIDs)
  var ids: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The title: one line.", valueName: "text"))
  var title: String?

  @OptionGroup(title: "Fields") var fields: FieldOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move the due date: 3d, 2w, 1m, -1d.", valueName: "period"))
  var postpone: String?

  @OptionGroup(title: "Replacing") var replacing: ReplacingOptions

  @OptionGroup var many: ManyOptions
  @OptionGroup var options: GlobalOptions

  func validate() throws {
    try GlobalOptions.requireValues([title, postpone])
    _ = try many.choice(ids)
    guard postpone == nil || fields.due == nil else {
      throw ValidationError("--due and --postpone exclude each other")
    }
  }

  func run(in context: CommandContext) async throws {
    let session = try Session(context, options, many)
    guard fields.areGiven || replacing.areGiven || title != nil || postpone != nil else {
      guard ids.count == 1, !many.dryRun else { throw Self.nothingToSet }
      try await editInEditor(session, ids[0])
      return
    }
    // Checked before the command waits for standard input.
    if fields.body == "-" { for id in ids { _ = try session.workspace.plan(named: id) } }
    var changes = try fields.changes(session)
    (changes.title, changes.postpone) = (title, postpone)
    replacing.add(to: &changes)
    let edited = try await session.workspace.edit(
      EditPlan(try many.choice(ids), fields: changes))
    try session.report(edited, as: "edited")
  }

  private static let nothingToSet = Problem.usage(
    "nothing to set",
    hints: ["say what is to change, as with --priority high", "or name one plan for the editor"])

  private func editInEditor(_ session: Session, _ id: String) async throws {
    let open = try session.workspace.openPlan(id)
    let page = EditorPage(open.plan, board: open.board)
    let draft = try await session.edit(page.text, name: "PLAN_EDITMSG")
    guard let lines = page.changedLines(in: draft.text), !lines.isEmpty else {
      draft.discard()
      session.tell("nothing was changed")
      return
    }
    try await draft.keepOnFailure {
      guard let title = lines.first, !title.allSatisfy(\.isWhitespace) else {
        throw Problem(
          code: .emptyTitle, message: "nothing was changed: the title is empty",
          hints: ["the first line is the title; the body follows an empty line"])
      }
      let body = Array(lines.dropFirst()).trimmingEmptyLines
      // Blank lines around the body come from the editor.
      let isSame = body == EditorPage.withoutReturns(open.plan.body).trimmingEmptyLines
      let edited = try await session.workspace.edit(
        open, title: title, body: isSame ? open.plan.body : body)
      try session.report(edited, as: "edited")
    }
  }
}
