import PlanActions
import PlanModel
import PlanStore
import PlanView

/// A field for which several values waited, and which a change decided, by the way or on purpose.
struct Decided: Equatable {
  /// nil for the board's own settings.
  let plan: PlanID?
  /// As `pmgit conflicts` names it.
  let field: String
  /// How many values waited.
  let count: Int

  /// The fields that waited for a decision before and do not any more, in their order.
  static func fields(from before: [Conflict], to after: [Conflict], of plan: PlanID?) -> [Decided] {
    let waiting = Set(after.map(\.path))
    return before.filter { !waiting.contains($0.path) }
      .map { Decided(plan: plan, field: $0.field, count: $0.values.count) }
  }

  /// Words to go on with: `, and decided its title (2 values waited)`; none for nothing.
  ///
  /// - Parameter owner: Whose field it is: `its`, or `k7m2's` among several plans.
  static func words(_ fields: [Decided], owner: (Decided) throws -> String) rethrows -> String {
    guard !fields.isEmpty else { return "" }
    let parts = try fields.map { "\(try owner($0)) \($0.field) (\($0.count) values waited)" }
    return ", and decided " + parts.joined(separator: ", ")
  }
}

extension Change {
  /// What the change decided on some plans.
  func decided(on ids: [PlanID]) throws -> [Decided] {
    guard didChange else { return [] }
    return try ids.flatMap { id in
      // A plan that is new, or could not be read, had nothing to decide.
      guard let old = try before.readableDocument(id) else { return [Decided]() }
      return Decided.fields(
        from: Plan(old, id: id).conflicts, to: try after.plan(id).conflicts, of: id)
    }
  }

  /// What the change decided among the board's own settings.
  var decidedOnBoard: [Decided] {
    Decided.fields(from: before.board.conflicts, to: after.board.conflicts, of: nil)
  }
}
