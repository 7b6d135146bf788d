import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

struct AddCommand: WritingCommand {
  static let commandName = "add"
  static let about = CommandConfiguration(
    abstract: "Add a plan and print its id.", usage: "pmgit add <title> [<options>]",
    discussion: """
      Examples:
        pmgit add "Fix login on iPad"
        pmgit add Ship 1.0 -d eom -p high -l release -a @me
        pmgit add --quick 'Fix login #bug @me !high ^v1.0 fri'
        pmgit add -e
        pmgit add "Release 1.1" --from "Release checklist"
        git log -1 --format=%b | pmgit add "Follow up" --body -

      Words without quotes are one title. A template is a plan with the label
      'template': its body, fields, links and checklist are copied, but not its
      dates.

      In the line of --quick, a backslash or quotes keep a word in the title: '\\#1'.
      Terms of queries, such as 'due:+2d', are fields there, too.
      """)

  @Argument(help: ArgumentHelp("The title: one line.", valueName: "title"))
  var words: [String] = []

  @Flag(help: "Read '#label @person !high ^milestone fri' in the title as fields.")
  var quick = false

  @Flag(name: [.customShort("e"), .customLong("edit")], help: "Write it in your editor.")
  var usesEditor = false

  @Option(
    help: ArgumentHelp("Make it like this template, or this plan.", valueName: "template"),
    completion: .words(of: .plans))
  var from: String?

  @Flag(help: "Go on with a text that could not be saved; see 'pmgit edit --drafts'.")
  var draft = false

  @OptionGroup(title: "Fields") var fields: FieldOptions
  @Flag(help: "Put it at the top of its column.")
  var top = false
  @OptionGroup var writing: WriteOptions

  func validate() throws {
    try GlobalOptions.requireValues([from])
    guard !words.isEmpty || usesEditor || draft || from != nil else {
      throw ValidationError("missing expected argument '<title>'; or write it with -e")
    }
    guard !quick || !words.isEmpty else {
      throw ValidationError("--quick needs the line to read")
    }
    guard quick || words.count < 2 || !words.contains(where: { $0.contains(where: \.isWhitespace) })
    else {
      throw ValidationError("several titles: a plan has one; put all of it into one pair of quotes")
    }
    if draft {
      guard words.isEmpty, from == nil, !fields.areGiven else {
        throw ValidationError("--draft takes no title and no fields: the text has them")
      }
    }
  }

  func run(in session: Session) async throws {
    let line = try quick ? session.workspace.quickPlan(words.joined(separator: " ")) : nil
    let request = try request(line, session)
    guard usesEditor || draft else {
      return try session.report(added: try await session.workspace.add(request), line)
    }
    let page = PlanPage(try session.workspace.draftPlan(request), isComplete: request.title != nil)
    let stored = draft ? try session.newestDraft("add") : nil
    let isAdded = try await session.edit(page, for: .add, takingUp: stored) { form in
      try session.report(added: try await session.workspace.add(form, isAtTop: top))
    }
    if !isAdded { session.report("nothing was added: the text is as it was") }
  }

  private func request(_ line: QuickPlan?, _ session: Session) throws -> AddPlan {
    let fields = try fields.changes(session)
    if let line {
      return try session.workspace.request(for: line, fields: fields, isAtTop: top, template: from)
    }
    return AddPlan(
      title: words.isEmpty ? nil : words.joined(separator: " "), fields: fields, isAtTop: top,
      template: from)
  }
}

extension Session {
  /// Reports the new plan, and how a quick line was understood, on standard error. Then prints the
  /// plan's id on standard output. If that fails, the person still knows that the plan was added.
  ///
  /// If both go to the same terminal, the id is not printed, because the message contains it.
  func report(added: PlanChanges, _ line: QuickPlan? = nil) throws {
    let id = added.plans[0]
    let values = line.map { $0.marks.isEmpty ? "" : ": \($0.words)" } ?? ""
    report(done: try added.outcome() + values)
    report(added.notices)
    let done = "plan '\(id)' was added"
    if options.json {
      show(try Documents.added(added, only: briefMembers), done: done)
    } else if isBrief {
      context.output.result(try added.after.shortID(id) + "\n", done: done)
    } else if !printsToOneTerminal {
      context.output.result(id.text + "\n", done: done)
    }
    try reportUnshared()
  }
}
