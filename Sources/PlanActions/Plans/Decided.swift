package import PlanModel
package import PlanStore

/// A field with several waiting values that a change decided, on purpose or in passing.
package struct Decided: Equatable, Sendable {
  /// nil for the board's own settings.
  package let plan: PlanID?
  /// The field's name in `pmgit conflicts`.
  package let field: String
  /// The number of waiting values.
  package let count: Int

  /// Returns the fields that waited for a decision before and do not any more, in their order.
  static func fields(from before: [Conflict], to after: [Conflict], of plan: PlanID?) -> [Decided] {
    let waiting = Set(after.map(\.path))
    return before.filter { !waiting.contains($0.path) }
      .map { Decided(plan: plan, field: $0.field, count: $0.values.count) }
  }

  /// Returns words to append: `, and decided its title (2 values waited)`; empty if there are none.
  ///
  /// - Parameter owner: Returns the field's owner in words: `its`, or `k7m2's` among several plans.
  package static func words(_ fields: [Decided], owner: (Decided) throws -> String) rethrows
    -> String
  {
    guard !fields.isEmpty else { return "" }
    let parts = try fields.map { "\(try owner($0)) \($0.field) (\($0.count) values waited)" }
    return ", and decided " + parts.joined(separator: ", ")
  }
}

extension Change {
  /// Returns the conflicts that the change decided on some plans.
  package func decided(on ids: [PlanID]) throws(StoreError) -> [Decided] {
    guard didChange else { return [] }
    var decided: [Decided] = []
    for id in ids {
      // A plan that is new, or could not be read, had no conflicts.
      guard let old = try before.readableDocument(id) else { continue }
      decided += Decided.fields(
        from: Plan(old, id: id).conflicts, to: try after.plan(id).conflicts, of: id)
    }
    return decided
  }

  /// The conflicts that the change decided among the board's own settings.
  package var decidedOnBoard: [Decided] {
    Decided.fields(from: before.board.conflicts, to: after.board.conflicts, of: nil)
  }
}
