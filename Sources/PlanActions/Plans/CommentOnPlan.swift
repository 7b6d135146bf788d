import PlanModel
import PlanStore
import PlanView

/// A request to add a comment to plans.
package struct CommentOnPlan: Sendable {
  package let plans: PlanChoice
  /// The lines of the comment; blank lines at both ends are dropped.
  package let text: [String]

  package init(_ plans: PlanChoice, text: [String]) { (self.plans, self.text) = (plans, text) }

  /// - Parameter plan: The beginning of an id, an alias, or words of the title.
  package init(_ plan: String, text: [String]) { self.init([plan], text: text) }
}

extension Workspace {
  package func comment(_ request: CommentOnPlan) async throws -> PlanChanges {
    let lines = request.text.trimmingEmptyLines
    guard let first = lines.first else {
      throw Problem.usage("the comment is empty", hints: ["give it with -m TEXT"])
    }
    let author = try author()
    let (change, chosen) = try await store.change(by: author) { transaction in
      let chosen = try choose(request.plans, on: transaction.seen)
      var commented: [String] = []
      for id in chosen.ids {
        let plan = try transaction.livePlan(id)
        let item = try transaction.document(id)
          .newItemID(in: .comments, using: &participant.random)
        try transaction.edit(id, Edit.comment(item, text: lines, at: now, by: author.person))
        commented.append("\(try transaction.before.shortID(id)): “\(first)”, \(plan.title)")
      }
      let message =
        commented.count == 1
        ? CommitMessage(subject: "comment on \(commented[0])", plans: chosen.ids)
        : CommitMessage(
          subject: "comment on \(CountWords.words(commented.count, "plan")): “\(first)”",
          lines: commented, plans: chosen.ids)
      return (message, chosen)
    }
    return try PlanChanges(change, of: chosen, in: self)
  }
}

extension [String] {
  /// The lines without blank lines at both ends.
  package var trimmingEmptyLines: [String] {
    Array(trimmingLastEmptyLines.drop { $0.allSatisfy(\.isWhitespace) })
  }

  package var trimmingLastEmptyLines: [String] {
    Array(reversed().drop { $0.allSatisfy(\.isWhitespace) }.reversed())
  }
}
