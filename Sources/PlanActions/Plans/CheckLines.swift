import PlanModel
import PlanStore

/// A request to check off, uncheck or remove lines of a plan's checklist.
package struct CheckLines: Sendable {
  package enum Action: Sendable { case check, uncheck, remove }

  /// The beginning of an id.
  package let plan: String
  /// Line numbers from 1, as the plan is shown, or ids.
  package let lines: [String]
  package let action: Action

  package init(_ plan: String, lines: [String], action: Action = .check) {
    (self.plan, self.lines, self.action) = (plan, lines, action)
  }
}

extension Workspace {
  package func check(_ request: CheckLines) async throws -> PlanChanges {
    let author = try author()
    let shown = try store.snapshot()
    let id = try shown.resolve(request.plan)
    // Numbers are those that were shown; if the list changes meanwhile they must not shift.
    let lines = ChecklistLines(of: try shown.plan(id))
    let found = try request.lines.map { try lines.line($0) }.unique
    let change = try await store.change(by: author) { transaction in
      let plan = try transaction.livePlan(id)
      let edits = request.action.edits(of: found.map(\.id), in: try transaction.document(id))
      try transaction.edit(id, edits)
      let texts = found.map(\.text).joined(separator: "; ")
      let short = try transaction.before.shortID(id)
      return CommitMessage(
        subject: "\(request.action.verb) \(short): \(texts), \(plan.title)", plans: [id])
    }
    return try PlanChanges(change, of: [id], in: self)
  }
}

extension CheckLines.Action {
  fileprivate var verb: String {
    switch self {
    case .check: "check in"
    case .uncheck: "uncheck in"
    case .remove: "remove from"
    }
  }

  fileprivate func edits(of items: [String], in document: PlanDocument) -> [Edit] {
    switch self {
    case .check: items.map { .check($0, done: true) }
    case .uncheck: items.map { .check($0, done: false) }
    case .remove: document.removals(ofItems: items.map { ExactString($0) }, in: "checklist")
    }
  }
}

/// The lines of a plan's checklist by their numbers and ids.
private struct ChecklistLines {
  private let plan: Plan
  private let numbers: [String: Int]

  init(of plan: Plan) {
    self.plan = plan
    let numbered = plan.checklist.enumerated().map { ($1.id, $0) }
    numbers = Dictionary(numbered) { first, _ in first }
  }

  /// Returns the line with an id, or with a number as `pmgit show` counts.
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
