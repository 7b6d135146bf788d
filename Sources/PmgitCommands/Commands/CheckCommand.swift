import ArgumentParser
import PlanActions
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
    let lines = ChecklistLines(of: try shown.plan(id))
    let found = try items.map { try lines.line($0) }.unique
    let change = try await session.store.change(by: author) { transaction in
      let plan = try transaction.livePlan(id)
      try transaction.edit(id, edits(of: found.map(\.id), in: try transaction.document(id)))
      let verb = action == .remove ? "remove from" : action == .undo ? "uncheck in" : "check in"
      let texts = found.map(\.text).joined(separator: "; ")
      let short = try transaction.before.shortID(id)
      return CommitMessage(subject: "\(verb) \(short): \(texts), \(plan.title)", plans: [id])
    }
    try session.report(change, of: [id], as: "updated the checklist of")
  }

  private func edits(of items: [String], in document: PlanDocument) -> [Edit] {
    switch action {
    case .remove?: document.removals(ofItems: items.map { ExactString($0) }, in: "checklist")
    case .undo?: items.map { .check($0, done: false) }
    case nil: items.map { .check($0, done: true) }
    }
  }
}

/// The lines of a plan's checklist as people name them.
private struct ChecklistLines {
  private let plan: Plan
  private let numbers: [String: Int]

  init(of plan: Plan) {
    self.plan = plan
    let numbered = plan.checklist.enumerated().map { ($1.id, $0) }
    numbers = Dictionary(numbered) { first, _ in first }
  }

  /// The line with an id, or with a number as `pmgit show` counts.
  func line(_ typed: String) throws -> ChecklistItem {
    let lines = plan.checklist
    if let index = numbers[typed] { return lines[index] }
    if let number = Int(typed), number > 0, number <= lines.count {
      return lines[number - 1]
    }
    let hint: Hint =
      lines.isEmpty
      ? "its checklist is empty; add a line with \(pmgit: "edit", plan.id, "--check", "TEXT")"
      : "its lines are 1 to \(lines.count); see them with \(pmgit: "show", plan.id)"
    throw Problem.usage("plan '\(plan.id)' has no checklist line '\(typed)'", hints: [hint])
  }
}
