package import PlanModel
package import PlanStore
import PlanView

/// What became of an import.
package struct PlansImported {
  package let plan: ImportPlan
  package let change: Change
  package let added: Int
  package let updated: Int
  package let unchanged: Int

  init(_ plan: ImportPlan, _ change: Change) throws(StoreError) {
    (self.plan, self.change) = (plan, change)
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
  /// Takes plans in from JSON Lines, as one commit.
  ///
  /// - Throws: `ImportError` with all that is wrong, and nothing is taken in.
  package func importPlans(_ bytes: [UInt8]) async throws -> PlansImported {
    let author = try author()
    var plan: ImportPlan?
    let change = try await store.change(by: author) { transaction in
      let snapshot = transaction.before
      let lines = try ImportLine.lines(of: bytes, board: snapshot.board, me: author.person)
      let lasts = try snapshot.board.columns.compactMap {
        try store.ends(of: $0.id, in: snapshot).last
      }
      let ranks = Rank.spread(
        lines.count, at: now, after: lasts.max(by: Rank.isLess), using: &participant.random)
      let steps = try ImportPlan(
        lines, existing: try snapshot.plans().plans, board: snapshot.board, ranks: ranks, now: now,
        person: author.person, using: &participant.random)
      for step in steps.steps + steps.relinked {
        let stamp = transaction.stamp
        try transaction.put(step.id, isNew: step.isNew) { step.document(from: $0, stamp: stamp) }
      }
      plan = steps
      return CommitMessage(
        subject: "import \(CountText.words(lines.count, "plan"))", plans: [])
    }
    guard let plan else { preconditionFailure("a change runs its body") }
    return try PlansImported(plan, change)
  }
}
