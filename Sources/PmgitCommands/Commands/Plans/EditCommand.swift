import ArgumentParser
import PlanActions
import PlanModel

struct EditCommand: ChangingCommand {
  static let commandName = "edit"
  static let about = CommandConfiguration(
    abstract: "Change fields of plans; without options, in your editor.",
    usage: "pmgit edit (<id>... | --where <query>) [<options>]",
    discussion: """
      Examples:
        pmgit edit k7m2
        pmgit edit k7m2 -d fri -p high -l bug --no-label later
        pmgit edit k7m2 --due none
        pmgit edit k7m2 p3x9 --labels bug,ui --body-append "Seen again"
        pmgit edit --where '#bug no:priority' --priority medium --dry-run
        pmgit edit k7m2 --spend 1h30m --note "review with Kim"
        pmgit edit k7m2 --draft

      Only what you change is written. Without options the editor of git shows all
      fields. A text that could not be saved is kept in this clone: see --drafts.
      'pmgit stats --time' sums up the time that was spent.
      """)

  @Argument(
    help: ArgumentHelp("The plans: any unique beginnings of their ids.", valueName: "id"),
    completion: .words(of: .plans))
  var ids: [String] = []

  @Option(parsing: .unconditional, help: ArgumentHelp("The title: one line.", valueName: "text"))
  var title: String?

  @OptionGroup(title: "Fields") var fields: FieldOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Move the due date: 3d, 2w, 1m, -1d.", valueName: "period"))
  var postpone: String?

  @Flag(help: "Move a plan that repeats to its next day, without doing it.")
  var skip = false

  @OptionGroup(title: "Replacing") var replacing: ReplacingOptions

  @OptionGroup(title: "Time") var time: TimeOptions
  @OptionGroup(title: "Unsaved texts") var draft: DraftOptions
  @OptionGroup var many: ManyOptions
  var changing: ChangeOptions { many.changing }

  func validate() throws {
    try GlobalOptions.requireValues([title, postpone])
    guard !draft.draft || !isGiven else {
      throw ValidationError("--draft takes no fields: the text has them")
    }
    if draft.drafts {
      guard ids.isEmpty, many.query == nil, !isGiven, !time.areGiven, !dryRun else {
        throw ValidationError("--drafts is about all of them: it takes no plans and no fields")
      }
      return
    }
    _ = try many.choice(ids)
    if time.areGiven {
      guard ids.count == 1, !isGiven, !draft.draft else {
        throw ValidationError("--spend and --remove-spent take one plan, and no fields")
      }
    }
    guard postpone == nil || fields.due == nil else {
      throw ValidationError("--due and --postpone exclude each other")
    }
    guard !skip || postpone == nil && fields.due == nil else {
      throw ValidationError("--skip sets the due date; it excludes --due and --postpone")
    }
  }

  /// Whether any field is to be changed.
  private var isGiven: Bool {
    fields.areGiven || replacing.areGiven || title != nil || postpone != nil || skip
  }

  func run(in session: Session) async throws {
    if draft.drafts { return try session.showDrafts(clearing: draft.clear) }
    if time.areGiven { return try await session.change(time, of: ids[0]) }
    guard isGiven else {
      guard ids.count == 1, !dryRun else { throw Self.nothingToSet }
      return try await session.editPlan(ids[0], isDraft: draft.draft)
    }
    // Checked before the command waits for standard input.
    if fields.body == "-" { for id in ids { _ = try session.workspace.plan(named: id) } }
    var changes = try fields.changes(session)
    (changes.title, changes.postpone, changes.skips) = (title, postpone, skip)
    try replacing.add(to: &changes)
    let request = EditPlan(try many.choice(ids), fields: changes)
    try session.report(await session.workspace.edit(request))
  }

  private static let nothingToSet = Problem.usage(
    "nothing to set",
    hints: ["say what is to change, as with --priority high", "or name one plan for the editor"])
}

extension Session {
  /// Opens a plan in the editor, and changes the edited fields.
  ///
  /// - Parameter isDraft: Whether to begin with the newest stored text of the plan.
  func editPlan(_ name: String, isDraft: Bool) async throws {
    let id = try workspace.livePlan(named: name).id
    let stored = isDraft ? try newestDraft("edit", of: id) : nil
    let kept = try isDraft ? [] : drafts().map(\.purpose)
    if kept.contains(where: { $0.verb == "edit" && $0.plan == id }) {
      report(hint: "there is a draft of this plan: \(pmgit: "edit", id, "--draft") goes on with it")
    }
    var commit: String?
    if case .edit(_, let opened)? = stored?.purpose { commit = opened }
    let open = try workspace.openPlan(id.text, at: commit)
    if let stored, let news = open.news { try write(news, atTopOf: stored) }
    let isEdited = try await edit(
      PlanPage(open), for: .edit(id, commit: open.commit), takingUp: stored
    ) { form in
      try report(await workspace.edit(open, as: form))
    }
    if !isEdited { report(done: "nothing was changed") }
  }
}
