package import PlanModel
package import PlanStore

/// A field for which several values waited, and which a change decided, by the way or on purpose.
package struct Decided: Equatable, Sendable {
  /// nil for the board's own settings.
  package let plan: PlanID?
  /// As `pmgit conflicts` names it.
  package let field: String
  /// How many values waited.
  package let count: Int

  /// The fields that waited for a decision before and do not any more, in their order.
  static func fields(from before: [Conflict], to after: [Conflict], of plan: PlanID?) -> [Decided] {
    let waiting = Set(after.map(\.path))
    return before.filter { !waiting.contains($0.path) }
      .map { Decided(plan: plan, field: $0.field, count: $0.values.count) }
  }

  /// Words to go on with: `, and decided its title (2 values waited)`; none for nothing.
  ///
  /// - Parameter owner: Whose field it is: `its`, or `k7m2's` among several plans.
  package static func words(_ fields: [Decided], owner: (Decided) throws -> String) rethrows
    -> String
  {
    guard !fields.isEmpty else { return "" }
    let parts = try fields.map { "\(try owner($0)) \($0.field) (\($0.count) values waited)" }
    return ", and decided " + parts.joined(separator: ", ")
  }
}

extension Change {
  /// What the change decided on some plans.
  package func decided(on ids: [PlanID]) throws(StoreError) -> [Decided] {
    guard didChange else { return [] }
    var decided: [Decided] = []
    for id in ids {
      // A plan that is new, or could not be read, had nothing to decide.
      guard let old = try before.readableDocument(id) else { continue }
      decided += Decided.fields(
        from: Plan(old, id: id).conflicts, to: try after.plan(id).conflicts, of: id)
    }
    return decided
  }

  /// What the change decided among the board's own settings.
  package var decidedOnBoard: [Decided] {
    Decided.fields(from: before.board.conflicts, to: after.board.conflicts, of: nil)
  }
}
