import PlanModel
import PlanStore

/// A request to check, uncheck or remove lines of plans' checklists.
package struct CheckLines: Sendable {
  package enum Action: Sendable { case check, uncheck, remove }

  package enum Lines: Sendable {
    /// Line numbers from 1 as the plan shows them, ids, or words of the lines.
    case named([String])
    case all
  }

  package let plans: PlanChoice
  package let lines: Lines
  package let action: Action

  package init(_ plans: PlanChoice, lines: Lines, action: Action = .check) {
    (self.plans, self.lines, self.action) = (plans, lines, action)
  }
}

extension Workspace {
  /// Changes lines of checklists, in one commit.
  ///
  /// If a query found the plans, a plan may lack a line, which a notice reports. A plan that is
  /// named directly must have the line.
  package func check(_ request: CheckLines) async throws -> PlanChanges {
    let author = try author()
    let shown = try decidedBoard()
    let (change, done) = try await store.change(by: author) { transaction in
      // Numbers refer to the lines that the person saw, even if the list changes meanwhile.
      let board = request.plans.isQuery ? transaction.seen : shown
      let chosen = try ChosenLines(request, of: choose(request.plans, on: board), on: board)
      var changed: [PlanID] = []
      var lines: [String] = []
      for (seen, items) in chosen.plans {
        let plan = try transaction.livePlan(seen.id)
        let document = try transaction.document(plan.id)
        try transaction.edit(plan.id, request.action.edits(of: items.map(\.id), in: document))
        guard try transaction.document(plan.id) != document else { continue }
        changed.append(plan.id)
        let texts = items.map(\.text).joined(separator: "; ")
        lines.append("\(try transaction.before.shortID(plan.id)): \(texts), \(plan.title)")
      }
      let message = CommitMessage(request.action.verb, each: lines, of: changed)
      return (message, (chosen: chosen, changed: changed))
    }
    let (chosen, changed) = done
    let ids = changed.isEmpty ? chosen.plans.map(\.plan.id) : changed
    var outcome = try PlanChanges(change, of: ids, in: self)
    outcome.notices = chosen.notices
    if changed.count == 1, let done = chosen.plans.first(where: { $0.plan.id == changed[0] }) {
      outcome.notices.insert(
        request.action.notice(
          of: done.items.filter(request.action.alters), on: try outcome.after.plan(changed[0])),
        at: 0)
    }
    return outcome
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

  /// Whether the action changes a line.
  fileprivate func alters(_ item: ChecklistItem) -> Bool {
    switch self {
    case .check: !item.done
    case .uncheck: item.done
    case .remove: true
    }
  }

  /// The most lines that a notice names.
  private static let mostNamed = 3

  /// Returns a notice of the changed lines: `ticked off 'tests', 'docs'; 2 of 5 are done`.
  fileprivate func notice(of items: [ChecklistItem], on plan: Plan) -> Notice {
    let verb =
      switch self {
      case .check: "ticked off"
      case .uncheck: "unticked"
      case .remove: "removed"
      }
    let named = items.prefix(Self.mostNamed).map { "'\($0.text.excerpt)'" }
    let more = items.count > named.count ? " and \(items.count - named.count) more" : ""
    let (done, all) = (plan.checklist.count(where: \.done), plan.checklist.count)
    return Notice(
      "\(verb) \(named.joined(separator: ", "))\(more); \(done) of \(all) \(done == 1 ? "is" : "are") done"
    )
  }

  fileprivate func edits(of items: [String], in document: PlanDocument) -> [Edit] {
    switch self {
    case .check: items.map { .check($0, done: true) }
    case .uncheck: items.map { .check($0, done: false) }
    case .remove: document.removals(ofItems: items.map { ExactString($0) }, in: "checklist")
    }
  }
}
