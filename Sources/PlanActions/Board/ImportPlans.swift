package import PlanModel
import PlanStore
import PlanView

/// The outcome of an import.
package struct PlansImported {
  package let plan: ImportPlan
  let change: Change
  /// The board after it.
  package let after: ShownBoard
  package let added: Int
  package let updated: Int
  package let unchanged: Int

  package var didChange: Bool { change.didChange }

  init(_ plan: ImportPlan, _ change: Change, after: ShownBoard) throws(StoreError) {
    (self.plan, self.change, self.after) = (plan, change, after)
    added = plan.steps.count { $0.isNew }
    var updated = 0
    for step in plan.steps where !step.isNew {
      if try change.before.document(step.id) != change.after.document(step.id) { updated += 1 }
    }
    self.updated = updated
    unchanged = plan.steps.count - added - updated + plan.alreadyDeleted
  }
}

extension Workspace {
  /// Imports plans from JSON Lines, as one commit.
  ///
  /// - Throws: `ImportError` with all faults of the input; nothing is imported then.
  package func importPlans(_ bytes: [UInt8]) async throws -> PlansImported {
    let author = try author()
    var plan: ImportPlan?
    let change = try await store.change(by: author) { transaction in
      let snapshot = transaction.before
      let file = ImportFile(bytes, board: snapshot.board, me: author.person)
      let lasts = try snapshot.board.columns.compactMap {
        try store.ends(of: $0.id, in: snapshot).last
      }
      let ranks = Rank.spread(
        file.lines.count, at: now, after: lasts.max(by: Rank.isLess), using: &participant.random)
      let steps = try ImportPlan(
        file, existing: try snapshot.plans().plans, board: snapshot.board, ranks: ranks, now: now,
        person: author.person, using: &participant.random)
      for step in steps.steps + steps.relinked {
        let stamp = transaction.stamp
        try transaction.put(step.id, isNew: step.isNew) { step.document(from: $0, stamp: stamp) }
      }
      try checkRules(for: steps.steps, in: transaction)
      plan = steps
      return CommitMessage(
        subject: "import \(CountWords.words(file.lines.count, "plan"))", plans: [])
    }
    guard let plan else { preconditionFailure("a change runs its body") }
    return try PlansImported(plan, change, after: shown(change.after))
  }

  /// Fails with all lines whose plans a column's rule does not admit.
  private func checkRules(for steps: [ImportStep], in transaction: Transaction) throws {
    let violations = try transaction.columnViolations()
    if violations.isEmpty { return }
    let byPlan = Dictionary(violations.map { ($0.plan, $0) }) { first, _ in first }
    var problems: [ImportError.Problem] = []
    for step in steps {
      guard let violation = byPlan[step.id], let line = step.line else { continue }
      let message = Problem(StoreError.columnRule(violation)).message
      problems.append(
        ImportError.Problem(line: line, reason: "\(message), only from \(violation.allowedWords)"))
    }
    guard problems.isEmpty else { throw ImportError(problems) }
  }
}
