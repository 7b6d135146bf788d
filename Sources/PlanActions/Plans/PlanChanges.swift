package import PlanModel
import PlanStore

/// The outcome of an action that changes plans.
package struct PlanChanges {
  let change: Change
  /// The board afterwards; if nothing changed, the same commit as before.
  package let after: ShownBoard
  /// The requested plans, each once, in the order of the request.
  package let plans: [PlanID]
  /// The requested plans that changed, or whose links on other plans changed.
  package let changed: [PlanID]
  /// The conflicts that the change decided.
  package let decided: [Decided]
  /// For a rename of labels: the number of plans that had the new label before.
  package var hadLabel: Int?
  /// Further notices for the user.
  package var notices: [Notice] = []

  /// Whether the change was only previewed, and the branch did not move.
  package let isRehearsal: Bool

  /// - Parameter linked: The plans whose links are stored on other plans and changed there.
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

  /// A plan and its changes in a few words; empty if nothing changed.
  package struct Line: Sendable {
    package let plan: Plan
    package let words: String
  }

  /// Returns the plans with the changes of each.
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
  /// The board's own settings whose conflicts were decided.
  package var decidedOnBoard: [Decided] { change.decidedOnBoard }
}

extension Change {
  /// Returns the given plans that the change altered or created, and those in `linked`.
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

/// A notice for the user about an action that succeeded.
package struct Notice: Hashable, Sendable {
  /// A sentence without a full stop, which may name commands.
  package let message: Hint
  package let hints: [Hint]
  package let isWarning: Bool

  init(_ message: Hint, hints: [Hint] = [], isWarning: Bool = false) {
    (self.message, self.hints, self.isWarning) = (message, hints, isWarning)
  }

  /// Returns the warning that the remote accepted a commit that could not be merged here.
  ///
  /// The next sync merges it.
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
  /// Creates the notice of a query that may not mean what was intended.
  init(_ note: QueryNote) {
    self.init(Hint("note: \(note.message)"), hints: note.hint.map { [Hint($0)] } ?? [])
  }
}
