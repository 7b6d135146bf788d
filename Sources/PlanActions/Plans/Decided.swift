package import PlanModel
package import PlanStore

/// A field whose conflict a change decided, on purpose or as a side effect.
package struct Decided: Equatable, Sendable {
  /// The plan; nil for the board's own settings.
  package let plan: PlanID?
  /// The field's name in `pmgit conflicts`.
  package let field: String
  /// The number of conflicting values.
  package let count: Int

  /// Returns the fields whose conflicts were open before and are not open any more, in their old
  /// order.
  static func fields(from before: [Conflict], to after: [Conflict], of plan: PlanID?) -> [Decided] {
    let waiting = Set(after.map(\.path))
    return before.filter { !waiting.contains($0.path) }
      .map { Decided(plan: plan, field: $0.field, count: $0.values.count) }
  }

  /// Returns words to append, `, and decided its title (2 values waited)`; empty without fields.
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
  /// Returns the conflicts that the change decided on the given plans.
  package func decided(on ids: [PlanID]) throws(StoreError) -> [Decided] {
    guard didChange else { return [] }
    var decided: [Decided] = []
    for id in ids {
      // A new plan, or one that could not be read, had no conflicts.
      guard let old = try before.readableDocument(id) else { continue }
      decided += Decided.fields(
        from: Plan(old, id: id).conflicts, to: try after.plan(id).conflicts, of: id)
    }
    return decided
  }

  /// The conflicts that the change decided in the board's own settings.
  package var decidedOnBoard: [Decided] {
    Decided.fields(from: before.board.conflicts, to: after.board.conflicts, of: nil)
  }
}
