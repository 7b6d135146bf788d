import ArgumentParser
import PlanActions
import PlanDocuments
import PlanModel

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
    let plan = try added.after.plan(added.plans[0])
    if options.json {
      session.show(Documents.plan(plan, on: added.after))
    } else {
      session.context.output.result(plan.id.text + "\n")
    }
    let column = added.after.board.title(of: plan.state)
    session.tell("added \(try added.after.shortID(plan.id)) to \(column)")
    session.tell(added.notices)
  }
}
