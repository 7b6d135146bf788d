import ArgumentParser
import PlanModel
import PlanStore

struct CheckCommand: PmgitCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Tick off lines of a plan's checklist.",
    usage: "pmgit check <id> <item>... [<options>]",
    discussion: """
      Lines are named by their number, as 'pmgit show' counts them, or by their
      id. Add lines with 'pmgit edit ID --check TEXT'.

      Examples:
        pmgit check k7m2 1 3
        pmgit check k7m2 1 --undo
        pmgit check k7m2 2 --remove
      """)

  @Argument(help: "The plan: any unique beginning of its id.", completion: Completions.planIDs)
  var id: String

  @Argument(help: ArgumentHelp("The lines of the checklist.", valueName: "item"))
  var items: [String]

  @Flag(exclusivity: .exclusive, help: "What to do instead of ticking off.")
  var action: Action?

  @OptionGroup var options: GlobalOptions

  enum Action: String, EnumerableFlag {
    case undo, remove

    static func help(for value: Action) -> ArgumentHelp? {
      value == .undo ? "Take the tick away." : "Take the line off the list."
    }
  }

  func run(in context: CommandContext) async throws {
    var session = try Session(context, options)
    let author = try session.author()
    let shown = try session.store.snapshot()
    let id = try shown.resolve(id)
    // Numbers are those that were shown; if the list changes meanwhile they must not mean others.
    let found = try items.map { try item($0, of: try shown.plan(id)) }
    let change = try await session.store.change(by: author) { transaction in
      let plan = try transaction.livePlan(id)
      let document = try transaction.document(id)
      try transaction.edit(
        id,
        found.map { item in
          switch action {
          case .remove?:
            document.removal(ofItem: ExactString(item.id), in: ExactString("checklist"))
          case .undo?: .check(item.id, done: false)
          case nil: .check(item.id, done: true)
          }
        })
      let verb = action == .remove ? "remove from" : action == .undo ? "uncheck in" : "check in"
      let texts = found.map(\.text).joined(separator: "; ")
      let short = try transaction.before.shortID(id)
      return CommitMessage(subject: "\(verb) \(short): \(texts), \(plan.title)", plans: [id])
    }
    try session.report(change, of: [id], as: "updated the checklist of")
  }

  private func item(_ text: String, of plan: Plan) throws -> ChecklistItem {
    if let item = plan.checklist.first(where: { $0.id == text }) { return item }
    if let number = Int(text), (1...max(1, plan.checklist.count)).contains(number),
      !plan.checklist.isEmpty
    {
      return plan.checklist[number - 1]
    }
    let hint =
      plan.checklist.isEmpty
      ? "its checklist is empty; add a line with 'pmgit edit \(id) --check TEXT'"
      : "its lines are 1 to \(plan.checklist.count); see them with 'pmgit show \(id)'"
    throw Failure.usage("plan '\(id)' has no checklist line '\(text)'", hints: [hint])
  }
}
