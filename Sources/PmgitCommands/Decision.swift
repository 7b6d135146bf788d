import PlanActions
import PlanModel
import PlanStore

/// What has a conflict: a plan, or the board's own settings.
enum ConflictSubject {
  case board
  case plan(PlanID)

  /// - Parameter typed: The beginning of a plan's id, or `board`.
  init(_ typed: String, in snapshot: BoardSnapshot) throws {
    self = typed == "board" ? .board : .plan(try snapshot.resolve(typed))
  }

  /// nil for the board.
  var plan: PlanID? { if case .plan(let id) = self { id } else { nil } }

  func conflicts(in snapshot: BoardSnapshot) throws -> [Conflict] {
    switch self {
    case .board: snapshot.board.conflicts
    case .plan(let id): try snapshot.plan(id).conflicts
    }
  }
}

/// A decision of one conflict: an ordinary edit, which replaces the values that the person saw.
struct Decision {
  let subject: ConflictSubject
  let conflict: Conflict

  /// Makes the edit, if the values are still those that the person saw.
  func write(_ value: JSONValue, _ session: inout Session) async throws {
    let author = try session.author()
    let now = session.context.now
    let change = try await session.store.change(by: author) { transaction in
      let current = try subject.conflicts(in: transaction.before)
      guard current.contains(conflict) else {
        throw Problem(
          code: .changedMeanwhile, message: "the values of '\(conflict.field)' just changed",
          hints: ["see them with \(pmgit: "conflicts"), then decide again"])
      }
      switch subject {
      case .board:
        transaction.editBoard([.write(conflict.path, value)])
        return CommitMessage(subject: "resolve board: \(conflict.field)", plans: [])
      case .plan(let id):
        // A decision about a plan that nobody sees would bring it back unasked.
        if conflict.path != .field("deleted") { _ = try transaction.livePlan(id) }
        // Who decides for a deletion deletes what there is now, not what the other one saw.
        let isDeletion = conflict.path == .field("deleted") && !value.isNull
        try transaction.edit(
          id,
          isDeletion
            ? [try transaction.document(id).deletion(at: now, by: author.person)]
            : [.write(conflict.path, value)])
        let short = try transaction.before.shortID(id)
        let title = try transaction.plan(id).title
        return CommitMessage(
          subject: "resolve \(short): \(conflict.field), \(title)", plans: [id])
      }
    }
    switch subject {
    case .plan(let id):
      try session.report(
        change, of: [id], as: "resolved \(conflict.field) of",
        deciding: conflict.field)
    case .board:
      if session.options.json {
        session.showChangedBoard(change)
      }
      session.tell("resolved \(conflict.field) of the board")
    }
  }
}
