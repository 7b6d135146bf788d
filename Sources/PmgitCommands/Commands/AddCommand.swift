import ArgumentParser
import PlanActions
import PlanModel
import PlanStore

struct AddCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a plan and print its id.",
    usage: "pmgit add <title> [<options>]",
    discussion: """
      Examples:
        pmgit add "Fix login on iPad"
        pmgit add "Ship 1.0" --due eom --priority high --label release --assign @me
        git log -1 --format=%b | pmgit add "Follow up" --body -
      """)

  @Argument(help: "The title: one line.")
  var title: String

  @OptionGroup(title: "Fields") var fields: FieldOptions
  @Flag(help: "Put it at the top of its column.")
  var top = false
  @OptionGroup var options: GlobalOptions

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let title = try Validation.title(title)
    let author = try session.author()
    let id = PlanID.random(using: &session.context.random)
    let now = session.context.now
    let input = fields.body == "-" ? try session.inputText() : nil
    let change = try await session.store.change(by: author) { transaction in
      let snapshot = transaction.before
      var edits: [Edit] = [.title(title), .created(at: now, by: author.person)]
      if fields.state == nil, let entry = snapshot.board.entry { edits.append(.state(entry.id)) }
      let column = try fields.column(in: snapshot.board) ?? snapshot.board.entry
      edits.append(.rank(try session.rank(top ? .top : .bottom, of: column?.id, in: snapshot)))
      edits += try fields.edits(
        for: nil, id: id, in: snapshot, session: &session, input: input)
      try transaction.create(id, edits)
      return CommitMessage(subject: "add \(try snapshot.shortID(id)): \(title)", plans: [id])
    }
    let plan = try change.after.plan(id)
    if options.json {
      session.show(JSONOutput.plan(plan, in: change.after, today: session.context.today))
    } else {
      session.context.output.result(id.text + "\n")
    }
    session.tell(
      "added \(try change.after.shortID(id)) to \(change.after.board.title(of: plan.state))")
    session.tell(
      ofAbsent: try fields.removals(for: id, plan: nil, in: change.before, session: session),
      on: plan, called: try change.after.shortID(id))
    try session.warnOfTwins(of: id, called: fields.alias, in: change.after)
    try session.warnOfLimit(of: [plan.state], in: change.after)
  }
}
