package import PlanModel
import PlanStore
import PlanView

/// A request to move plans to a column, or to another position in their column.
package struct MovePlans: Sendable {
  package let plans: PlanChoice
  package enum Target: Sendable {
    /// A column, by its id or title. `todo`, `doing` and `done` are the first column of that kind
    /// where no column has that name.
    case named(String)
    case first(Column.Kind)
  }

  package let target: Target
  package let place: Place

  package init(_ plans: PlanChoice, to column: String, at place: Place = .unspecified) {
    self.init(plans, to: .named(column), at: place)
  }

  package init(_ plans: PlanChoice, to target: Target, at place: Place = .unspecified) {
    (self.plans, self.target, self.place) = (plans, target, place)
  }
}

extension Board {
  fileprivate func column(_ target: MovePlans.Target, basis: Board) throws -> Column {
    switch target {
    case .named(let name):
      // 'doing' works on every board, also where no column is called so.
      if !basis.columns.isEmpty, basis.columns(named: name).isEmpty,
        let kind = Column.Kind(rawValue: name.lowercased())
      {
        return try column(.first(kind), basis: basis)
      }
      return try column(named: name, basis: basis)
    case .first(let kind):
      guard let column = columns.first(where: { $0.kind == kind }) else {
        throw Problem.noColumn(of: kind)
      }
      return column
    }
  }
}

extension Workspace {
  package func move(_ request: MovePlans) async throws -> PlanChanges {
    try await make { _ in moving(request) }
  }

  func moving(_ request: MovePlans) -> PlanAction {
    { [self] transaction in
      let (snapshot, basis) = (transaction.before, transaction.basis)
      let target = try snapshot.board.column(request.target, basis: basis.board)
      let chosen = try choose(request.plans, on: basis)
      let ids = chosen.ids
      let placement = try place(ids, at: request.place, in: target, snapshot, basis: basis)
      for (id, rank) in placement.madeRoom { try transaction.edit(id, [.rank(rank)]) }
      let lines = try ids.compactMap { id in
        try move(id, to: target, placement.moved[id], request.place, in: &transaction)
      }.sorted()
      let changed = try ids.filter { try transaction.alters($0) }
      let message = CommitMessage(
        "move", each: lines, of: changed, ending: " to \(target.title)")
      return (message, { try self.report(chosen, to: target, $0) })
    }
  }

  private func report(
    _ chosen: ChosenPlans, to column: Column, _ change: Change
  ) throws -> PlanChanges {
    // A rule may have moved them on.
    let ruled = change.rules.isEmpty ? [] : chosen.ids
    let states = try Set(ruled.map { try change.after.plan($0).state })
    let title = states.count == 1 ? states.first.map(change.after.board.title(of:)) : nil
    var changes = try PlanChanges(
      change, of: chosen, as: ChangeWords("moved", to: title ?? column.title), in: self)
    if change.didChange {
      changes.notices += noticed {
        try blocked(changes.changed, in: change.after)
          + unfinished(changes.changed, in: change.after)
      }
    }
    changes.notices += noticed { try overLimit([column.id], in: change.after) }
    return changes
  }

  /// Moves one plan and returns a line for the commit message; nil if the plan stays.
  private func move(
    _ id: PlanID, to column: Column, _ rank: String?, _ place: Place,
    in transaction: inout Transaction
  ) throws -> String? {
    let plan = try transaction.livePlan(id)
    // Moving a plan to its present column only resolves a conflict about its column.
    let isDecided = try transaction.document(id)[.field("state")].count < 2
    if case .unspecified = place, plan.state == column.id, isDecided { return nil }
    guard let rank else { return nil }
    let board = transaction.before.board
    try transaction.edit(id, [.state(column.id), .rank(rank)])
    let step =
      plan.state == column.id
      ? "within \(column.title)" : "\(board.title(of: plan.state)) → \(column.title)"
    return "\(try transaction.before.shortID(id)): \(step), \(plan.title)"
  }
}
