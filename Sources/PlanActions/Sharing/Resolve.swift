package import PlanModel
package import PlanStore

/// What has a conflict: a plan, or the board's own settings.
package enum ConflictSubject: Sendable {
  case board
  case plan(PlanID)

  /// - Parameter typed: The beginning of a plan's id, or `board`.
  package init(_ typed: String, in snapshot: BoardSnapshot) throws(StoreError) {
    self = typed == "board" ? .board : .plan(try snapshot.resolve(typed))
  }

  /// nil for the board.
  package var plan: PlanID? { if case .plan(let id) = self { id } else { nil } }

  package func conflicts(in snapshot: BoardSnapshot) throws(StoreError) -> [Conflict] {
    switch self {
    case .board: snapshot.board.conflicts
    case .plan(let id): try snapshot.plan(id).conflicts
    }
  }
}

extension Workspace {
  /// Decides a conflict: an ordinary edit, which replaces the values that the person saw.
  ///
  /// - Throws: `Problem` with code `changedMeanwhile` if the values are others by now.
  package func resolve(
    _ conflict: Conflict, of subject: ConflictSubject, as value: JSONValue
  ) async throws -> PlanChanges {
    let author = try author()
    let change = try await store.change(by: author) { transaction in
      guard try subject.conflicts(in: transaction.before).contains(conflict) else {
        throw Problem(
          code: .changedMeanwhile, message: "the values of '\(conflict.field)' just changed",
          hints: ["see them with \(pmgit: "conflicts"), then decide again"])
      }
      switch subject {
      case .board:
        transaction.editBoard([.write(conflict.path, value)])
        return CommitMessage(subject: "resolve board: \(conflict.field)", plans: [])
      case .plan(let id):
        return try resolve(conflict, of: id, as: value, by: author, in: &transaction)
      }
    }
    var changes = try PlanChanges(change, of: subject.plan.map { [$0] } ?? [])
    changes.notices = mendedSettings(by: change)
    return changes
  }

  private func resolve(
    _ conflict: Conflict, of id: PlanID, as value: JSONValue, by author: ChangeIdentity,
    in transaction: inout Transaction
  ) throws -> CommitMessage {
    let isAboutDeletion = conflict.path == .field("deleted")
    // A decision about a plan that nobody sees would bring it back unasked.
    if !isAboutDeletion { _ = try transaction.livePlan(id) }
    // Who decides for a deletion deletes what there is now, not what the other one saw.
    let edit: Edit =
      isAboutDeletion && !value.isNull
      ? try transaction.document(id).deletion(at: now, by: author.person)
      : .write(conflict.path, value)
    try transaction.edit(id, [edit])
    let short = try transaction.before.shortID(id)
    let title = try transaction.plan(id).title
    return CommitMessage(subject: "resolve \(short): \(conflict.field), \(title)", plans: [id])
  }
}
