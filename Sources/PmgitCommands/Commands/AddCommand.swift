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
    let session = try Session(context, options)
    let added = try await session.workspace.add(
      AddPlan(title: title, fields: try fields.changes(session), isAtTop: top))
    let (id, after) = (added.plans[0], added.after)
    let plan = try after.plan(id)
    if options.json {
      session.show(JSONOutput.plan(plan, in: after, today: session.context.today))
    } else {
      session.context.output.result(id.text + "\n")
    }
    session.tell("added \(try after.shortID(id)) to \(after.board.title(of: plan.state))")
    session.tell(added.notices)
  }
}
