import PlanModel
import PlanStore

/// A request to add a comment.
package struct CommentOnPlan: Sendable {
  /// The beginning of an id.
  package let plan: String
  /// Its lines; blank ones at both ends are dropped.
  package let text: [String]

  package init(_ plan: String, text: [String]) { (self.plan, self.text) = (plan, text) }
}

extension Workspace {
  package func comment(_ request: CommentOnPlan) async throws -> PlanChanges {
    let lines = request.text.trimmingEmptyLines
    guard let first = lines.first else {
      throw Problem.usage("the comment is empty", hints: ["give it with -m TEXT"])
    }
    let author = try author()
    var found: PlanID?
    let change = try await store.change(by: author) { transaction in
      let plan = try transaction.livePlan(transaction.before.resolve(request.plan))
      found = plan.id
      let item = try transaction.document(plan.id)
        .newItemID(in: .comments, using: &participant.random)
      try transaction.edit(
        plan.id, Edit.comment(item, text: lines, at: now, by: author.person))
      let short = try transaction.before.shortID(plan.id)
      return CommitMessage(
        subject: "comment on \(short): “\(first)”, \(plan.title)", plans: [plan.id])
    }
    return try PlanChanges(change, of: found.map { [$0] } ?? [], in: self)
  }
}

extension [String] {
  /// The lines without blank ones at both ends.
  package var trimmingEmptyLines: [String] {
    Array(trimmingLastEmptyLines.drop { $0.allSatisfy(\.isWhitespace) })
  }

  package var trimmingLastEmptyLines: [String] {
    Array(reversed().drop { $0.allSatisfy(\.isWhitespace) }.reversed())
  }
}
