package import PlanModel
import PlanStore
import PlanView

/// A request to move plans to a column, or to another place in it.
package struct MovePlans: Sendable {
  /// Beginnings of ids.
  package let plans: [String]
  /// The id or the title of a column.
  package let column: String
  package let place: Place

  package init(_ plans: [String], to column: String, at place: Place = .unsaid) {
    (self.plans, self.column, self.place) = (plans, column, place)
  }
}

/// The outcome of a move.
package struct PlansMoved {
  package let changes: PlanChanges
  package let column: Column
  /// The plans that got other positions to make room for those that moved.
  package let madeRoom: [PlanID]
}

extension Workspace {
  package func move(_ request: MovePlans) async throws -> PlansMoved {
    var (ids, madeRoom): ([PlanID], [PlanID]) = ([], [])
    var column: Column?
    let change = try await store.change(by: try author()) { transaction in
      let snapshot = transaction.before
      let target = try snapshot.board.column(named: request.column)
      ids = try request.plans.map { try snapshot.resolve($0) }.unique
      let placement = try place(ids, at: request.place, in: target, snapshot)
      (column, madeRoom) = (target, placement.madeRoom.keys.sorted())
      for (id, rank) in placement.madeRoom { try transaction.edit(id, [.rank(rank)]) }
      let lines = try ids.compactMap { id in
        try move(id, to: target, placement.moved[id], request.place, in: &transaction)
      }.sorted()
      if lines.count == 1 { return CommitMessage(subject: "move \(lines[0])", plans: ids) }
      return CommitMessage(
        subject: "move \(CountWords.words(lines.count, "plan")) to \(target.title)",
        lines: lines, plans: ids)
    }
    guard let column else { preconditionFailure("a change runs its body") }
    var changes = try PlanChanges(change, of: ids, in: self)
    changes.notices = noticed { try overLimit([column.id], in: change.after) }
    return PlansMoved(changes: changes, column: column, madeRoom: madeRoom)
  }

  /// Moves one plan, and returns the words for it; nil if it stays.
  private func move(
    _ id: PlanID, to column: Column, _ rank: String?, _ place: Place,
    in transaction: inout Transaction
  ) throws -> String? {
    let plan = try transaction.livePlan(id)
    // Moving a plan to its shown column decides a conflict about it; otherwise it is no change.
    let isDecided = try transaction.document(id)[.field("state")].count < 2
    if case .unsaid = place, plan.state == column.id, isDecided { return nil }
    guard let rank else { return nil }
    let board = transaction.before.board
    try transaction.edit(id, [.state(column.id), .rank(rank)])
    let step =
      plan.state == column.id
      ? "within \(column.title)" : "\(board.title(of: plan.state)) → \(column.title)"
    return "\(try transaction.before.shortID(id)): \(step), \(plan.title)"
  }
}
