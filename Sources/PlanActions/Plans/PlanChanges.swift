package import PlanModel
import PlanStore

/// The outcome of an action that changes plans.
package struct PlanChanges {
  let change: Change
  /// The board after it; the same commit as before where there was nothing to change.
  package let after: ShownBoard
  /// The plans that were named, each once, in the order of the request.
  package let plans: [PlanID]
  /// Those of them that are changed, or whose links on other plans are.
  package let changed: [PlanID]
  /// The conflicts that were decided in passing.
  package let decided: [Decided]
  /// Of a rename of labels: how many plans had the new label before.
  package var hadLabel: Int?
  /// Further notices for the person.
  package var notices: [Notice] = []

  /// Whether the change was only to be seen: the branch is where it was.
  package let isRehearsal: Bool

  /// - Parameter linked: The plans with links that are stored on others and were changed there.
  init(
    _ change: Change, of plans: [PlanID], linked: Set<PlanID> = [], in workspace: Workspace
  ) throws(StoreError) {
    (self.change, self.plans) = (change, plans)
    changed = try change.altered(among: plans, and: linked)
    after = workspace.shown(change.after)
    decided = try change.decided(on: plans)
    isRehearsal = workspace.participant.isRehearsing
  }

  init(
    _ change: Change, of chosen: ChosenPlans, linked: Set<PlanID> = [], in workspace: Workspace
  ) throws(StoreError) {
    try self.init(change, of: chosen.ids, linked: linked, in: workspace)
    notices = chosen.notices
  }

  /// One of several plans, and what changed on it in a few words; empty if nothing did.
  package struct Line: Sendable {
    package let plan: Plan
    package let words: String
  }

  /// The plans with what changed on each.
  package func lines() throws -> [Line] {
    try plans.map { id in
      let plan = try after.plan(id)
      guard let old = try change.before.readableDocument(id) else {
        return Line(plan: plan, words: "new")
      }
      let before = Plan(old, id: id)
      return Line(
        plan: plan,
        words: before == plan
          ? "" : CommitWords.changes(from: before, to: plan, board: after.board))
    }
  }

  package var didChange: Bool { change.didChange }
  /// The fields of the board's own settings that were decided.
  package var decidedOnBoard: [Decided] { change.decidedOnBoard }
}

extension Change {
  /// Returns those of some plans that the change altered or made, and those of `linked`.
  fileprivate func altered(
    among plans: [PlanID], and linked: Set<PlanID>
  ) throws(StoreError) -> [PlanID] {
    guard didChange else { return [] }
    var altered: [PlanID] = []
    for id in plans {
      let (old, new) = (try before.readableDocument(id), try after.readableDocument(id))
      if old != new || linked.contains(id) { altered.append(id) }
    }
    return altered
  }
}

/// A notice for the person about an action that was done all the same.
package struct Notice: Hashable, Sendable {
  /// A sentence without a full stop, which may name commands.
  package let message: Hint
  package let hints: [Hint]
  package let isWarning: Bool

  init(_ message: Hint, hints: [Hint] = [], isWarning: Bool = false) {
    (self.message, self.hints, self.isWarning) = (message, hints, isWarning)
  }

  /// Returns the warning that a commit the remote accepted could not be merged here; the next sync
  /// does it.
  static func notHere(_ error: StoreError) -> Notice {
    .warning(
      "the remote has it, but bringing it here failed: \(Problem(error).message)",
      hints: ["bring it here with \(pmgit: "sync")"])
  }

  static func warning(_ message: Hint, hints: [Hint] = []) -> Notice {
    Notice(message, hints: hints, isWarning: true)
  }
}

extension Notice {
  /// Returns the notice of a query that may not mean what it says.
  init(_ note: QueryNote) {
    self.init(Hint("note: \(note.message)"), hints: note.hint.map { [Hint($0)] } ?? [])
  }
}
