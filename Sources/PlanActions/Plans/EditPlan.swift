package import PlanModel
import PlanStore

/// A request to change fields of a plan.
package struct EditPlan: Sendable {
  /// The beginning of an id.
  package let plan: String
  package let fields: FieldChanges

  package init(_ plan: String, fields: FieldChanges) { (self.plan, self.fields) = (plan, fields) }
}

extension Workspace {
  package func edit(_ request: EditPlan) async throws -> PlanChanges {
    var found: Plan?
    let change = try await store.change(by: try author()) { transaction in
      let plan = try transaction.livePlan(transaction.before.resolve(request.plan))
      found = plan
      let fields = FieldEdits(
        workspace: self, changes: request.fields, id: plan.id, plan: plan,
        snapshot: transaction.before)
      try transaction.edit(plan.id, try fields.edits())
      return try CommitWords.edit(of: plan, in: transaction)
    }
    guard let found else { preconditionFailure("a change runs its body") }
    var changes = try PlanChanges(change, of: [found.id], in: self)
    changes.notices = noticed {
      try absent(request.fields, from: found, found.id, of: change)
        + twins(of: found.id, called: request.fields.addedAliases, in: change.after)
    }
    return changes
  }

  /// Returns a plan for a person to edit, which may take a while.
  ///
  /// - Parameter typed: The beginning of an id, or an alias.
  /// - Throws: For a deleted plan too.
  package func openPlan(_ typed: String) throws -> OpenPlan {
    let shown = try board()
    let id = try shown.reader.resolve(typed)
    let document = try shown.reader.existingDocument(id)
    return OpenPlan(plan: try Plan(document, id: id).live, board: shown.board, seen: document)
  }

  /// Writes a title and a body that were edited while the plan may have changed.
  ///
  /// Only the differences from the version that the person saw are written, so that no other
  /// conflict is decided in passing.
  ///
  /// - Throws: `Problem` with code `changedMeanwhile` if the same text was changed on the board
  ///   since: neither version may be lost.
  package func edit(
    _ open: OpenPlan, title: String, body: [String]
  ) async throws -> PlanChanges {
    let (seen, plan, id) = (open.seen, open.plan, open.plan.id)
    var edits: [Edit] = []
    if title != plan.title { edits.append(.title(try Validation.title(title))) }
    if body != plan.body { edits.append(.body(body)) }
    let change = try await store.change(by: try author()) { transaction in
      let old = try transaction.livePlan(id)
      let document = try transaction.document(id)
      for case .write(let path, _) in edits where document[path] != seen[path] {
        throw Problem(
          code: .changedMeanwhile,
          message:
            "'\(path.fieldName)' of plan '\(id)' was changed elsewhere while you edited it",
          hints: ["run \(pmgit: "edit", id) again and bring your text in"])
      }
      try transaction.edit(id, edits)
      return try CommitWords.edit(of: old, in: transaction)
    }
    return try PlanChanges(change, of: [id], in: self)
  }
}

/// A plan as the person who edits it saw it.
package struct OpenPlan {
  package let plan: Plan
  package let board: Board
  fileprivate let seen: PlanDocument
}

extension CommitWords {
  /// `edit k7m2: due 2026-12-01, +bug, Fix login`.
  fileprivate static func edit(
    of old: Plan, in transaction: Transaction
  ) throws -> CommitMessage {
    let new = try transaction.plan(old.id)
    let words = changes(from: old, to: new, board: transaction.before.board)
    let short = try transaction.before.shortID(old.id)
    return CommitMessage(subject: "edit \(short): \(words), \(new.title)", plans: [old.id])
  }
}
