package import PlanModel
import PlanStore
import PlanView

/// A request to add a comment to plans.
package struct CommentOnPlan: Sendable {
  package let plans: PlanChoice
  /// The lines of the comment; blank lines at both ends are dropped.
  package let text: [String]

  package init(_ plans: PlanChoice, text: [String]) { (self.plans, self.text) = (plans, text) }

  /// Requests a comment on one plan.
  ///
  /// - Parameter plan: The beginning of an id, an alias, or words of the title.
  package init(_ plan: String, text: [String]) { self.init([plan], text: text) }
}

extension Workspace {
  package func comment(_ request: CommentOnPlan) async throws -> PlanChanges {
    try await make { try commenting(request, by: $0) }
  }

  /// Returns the action that adds a comment.
  func commenting(
    _ request: CommentOnPlan, by author: ChangeIdentity
  ) throws -> PlanAction {
    let lines = request.text.trimmingEmptyLines
    guard let first = lines.first else {
      throw Problem.usage("the comment is empty", hints: ["give it with -m TEXT"])
    }
    return { [self] transaction in
      let chosen = try choose(request.plans, on: transaction.basis)
      var commented: [String] = []
      for id in chosen.ids {
        let plan = try transaction.livePlan(id)
        let item = try transaction.document(id)
          .newItemID(in: .comments, using: &participant.random)
        try transaction.edit(id, Edit.comment(item, text: lines, at: now, by: author.person))
        commented.append("\(try transaction.before.shortID(id)): “\(first)”, \(plan.title)")
      }
      return (
        CommitMessage("comment on", each: commented, of: chosen.ids, ending: ": “\(first)”"),
        { try PlanChanges($0, of: chosen, as: ChangeWords("commented on"), in: self) }
      )
    }
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

/// A request to edit or delete a comment.
package struct ChangeComment: Sendable {
  package enum Action: Sendable {
    /// The lines of the new text.
    case edit([String])
    case delete
  }

  /// The plan: the beginning of its id, an alias, or words of its title.
  package let plan: String
  /// The comment's number from 1, oldest first, or its id.
  package let comment: String
  package let action: Action

  package init(_ plan: String, comment: String, _ action: Action) {
    (self.plan, self.comment, self.action) = (plan, comment, action)
  }
}

extension Workspace {
  /// Edits or deletes a comment.
  ///
  /// A comment's text is never overwritten, so that nobody can change another person's text.
  /// Editing removes the comment and adds a new one with the same author and time.
  ///
  /// People can edit only their own comments. They can delete any comment, because the history
  /// keeps it.
  package func change(_ request: ChangeComment) async throws -> PlanChanges {
    try await make { try changing(request, by: $0) }
  }

  /// Returns the action that edits or deletes a comment.
  func changing(
    _ request: ChangeComment, by author: ChangeIdentity
  ) throws -> PlanAction {
    let shown = try basisBoard()
    let id = try shown.resolve(request.plan)
    // Numbers refer to the comments that the person saw, even if comments changed meanwhile.
    let comment = try shown.plan(id).live.comment(named: request.comment)
    return { [self] transaction in
      let plan = try transaction.livePlan(id)
      guard let present = plan.comments.first(where: { $0.id == comment.id }), present == comment
      else {
        throw Problem(
          code: .changedMeanwhile, message: "that comment on plan '\(id)' was just changed",
          hints: ["see the comments with \(pmgit: "show", id)"])
      }
      let document = try transaction.document(id)
      let edits: [Edit]
      switch request.action {
      case .edit(let text):
        edits = try self.edits(of: comment, to: text, in: document, author.person)
      case .delete: edits = document.removals(ofItems: [ExactString(comment.id)], in: "comments")
      }
      try transaction.edit(id, edits)
      let short = try transaction.before.shortID(id)
      let message = CommitMessage(
        subject: "\(request.action.verb) \(short): “\(comment.text.first ?? "")”, \(plan.title)",
        plans: [id])
      let wording = ChangeWords(request.action.done)
      return (message, { try PlanChanges($0, of: [id], as: wording, in: self) })
    }
  }

  private func edits(
    of comment: Comment, to text: [String], in document: PlanDocument, _ person: String
  ) throws -> [Edit] {
    guard Person(comment.by).isSame(as: Person(person)) else {
      throw Problem.usage(
        "the comment is by \(Person(comment.by).fullName), and only its author can edit it",
        hints: ["write a comment of your own, or delete that one"])
    }
    let lines = text.trimmingEmptyLines
    guard !lines.isEmpty else {
      throw Problem.usage("the comment is empty", hints: ["delete it with --delete"])
    }
    guard lines != comment.text else { return [] }
    let item = document.newItemID(in: .comments, using: &participant.random)
    return document.removals(ofItems: [ExactString(comment.id)], in: "comments")
      + Edit.comment(item, text: lines, at: comment.at ?? now, by: comment.by)
  }

  /// Returns a comment of a plan, for a person to edit.
  package func comment(named typed: String, on plan: String) throws -> Comment {
    try livePlan(named: plan).comment(named: typed)
  }
}

extension ChangeComment.Action {
  fileprivate var verb: String {
    switch self {
    case .edit: "edit comment on"
    case .delete: "delete comment on"
    }
  }

  fileprivate var done: String {
    switch self {
    case .edit: "edited a comment on"
    case .delete: "deleted a comment on"
    }
  }
}

extension Plan {
  /// Returns the comment with an id, or with a number from 1, oldest first.
  func comment(named typed: String) throws -> Comment {
    if let found = comments.first(where: { $0.id == typed }) { return found }
    if let number = Int(typed), number > 0, number <= comments.count { return comments[number - 1] }
    guard !comments.isEmpty else {
      throw Problem.usage("plan '\(id)' has no comments")
    }
    let first = max(0, comments.count - Self.mostListed)
    let list = comments.enumerated().dropFirst(first).map { index, comment in
      Hint("\(index + 1)  \(Person(comment.by).fullName): \((comment.text.first ?? "").excerpt)")
    }
    throw Problem.usage("plan '\(id)' has no comment '\(typed)'", hints: list)
  }

  /// The most comments that an error lists.
  private static let mostListed = 10
}
