package import PlanModel
package import PlanStore

/// The outcome of an action that changes plans.
package struct PlanChanges {
  let change: Change
  /// The board after the action; if nothing changed, the same commit as before.
  package let after: ShownBoard
  /// The requested plans, each once, in the order of the request.
  package let plans: [PlanID]
  /// The requested plans that changed, or whose links on other plans changed.
  package let changed: [PlanID]
  /// The conflicts that the change decided.
  package let decided: [Decided]
  /// For a rename of labels: the number of plans that had the new label before.
  package var hadLabel: Int?
  /// The remote that accepted a change of claims; nil for another change, or without a remote.
  package internal(set) var acceptedBy: String?
  /// Further notices for the user.
  package var notices: [Notice] = []

  /// Whether it was a dry run, and the branch did not move.
  package let isDryRun: Bool
  /// The words with which the outcome is reported.
  package var wording: ChangeWords

  /// Describes a change of plans for the person who made it.
  ///
  /// - Parameter linked: The plans whose links are stored on other plans and changed there.
  init(
    _ change: Change, of plans: [PlanID], as wording: ChangeWords, linked: Set<PlanID> = [],
    in workspace: Workspace
  ) throws {
    (self.change, self.plans, self.wording) = (change, plans, wording)
    let altered = try change.altered(among: plans, and: linked)
    changed = altered.map(\.id)
    after = workspace.shown(change.after)
    decided = try change.decided(on: plans)
    isDryRun = workspace.participant.isDryRun
    notices = workspace.ruleNotices(change) + workspace.repeatNotices(altered, of: change)
    // A batch adds these notices itself, at its end.
    if workspace.draft == nil {
      notices += workspace.claimNotices(altered, of: change).map(\.notice)
      notices += change.remoteWarning.map { [Notice($0)] } ?? []
    }
  }

  init(
    _ change: Change, of chosen: ChosenPlans, as wording: ChangeWords, linked: Set<PlanID> = [],
    in workspace: Workspace
  ) throws {
    try self.init(change, of: chosen.ids, as: wording, linked: linked, in: workspace)
    notices += chosen.notices
  }

  /// Returns the plans with the changes of each.
  package func lines() throws -> [PlanLine] {
    try plans.compactMap { try PlanLine($0, in: change, on: after.board) }
  }

  package var didChange: Bool { change.didChange }
  /// The actions that rules of the board did because of the change.
  package var rules: [RuleRun] { change.rules }
  /// The board's own settings whose conflicts were decided.
  package var decidedOnBoard: [Decided] { change.decidedOnBoard }
}

/// A plan and a description of what a change did to it.
package struct PlanLine: Sendable {
  package let plan: Plan
  /// What changed: `new` for a created plan, `deleted` for a plan that no longer exists; nil if
  /// nothing changed.
  package let words: String?

  /// Describes one plan of a change.
  ///
  /// - Returns: nil for a plan that neither board has.
  init?(_ id: PlanID, in change: Change, on board: Board) throws {
    let old = try change.before.readableDocument(id).map { Plan($0, id: id) }
    let new = try change.after.readableDocument(id).map { Plan($0, id: id) }
    guard let plan = new ?? old else { return nil }
    self.plan = plan
    guard let old, let new else {
      words = old == nil ? "new" : "deleted"
      return
    }
    words = old == new ? nil : new.changeWords(since: old, on: board)
  }
}

/// A plan that a change altered or created.
struct ChangedPlan {
  let id: PlanID
  /// The plan before the change, if it has or had a lease; otherwise nil.
  let leased: PlanDocument?
  /// The plan after the change, if the change finished it and it repeats; otherwise nil.
  let repeating: PlanDocument?
}

extension Change {
  /// Returns the given plans that the change altered or created, and those in `linked`.
  func altered(among plans: [PlanID], and linked: Set<PlanID> = []) throws -> [ChangedPlan] {
    guard didChange else { return [] }
    var altered: [ChangedPlan] = []
    for id in plans {
      let (old, new) = (try before.readableDocument(id), try after.readableDocument(id))
      guard old != new || linked.contains(id) else { continue }
      let isLeased = old.map { !$0[PlanField.lease.path].isEmpty } ?? false
      let isRepeating = isFinished(from: old, to: new)
      altered.append(
        ChangedPlan(id: id, leased: isLeased ? old : nil, repeating: isRepeating ? new : nil))
    }
    return altered
  }

  /// Whether the change finished a plan that repeats.
  private func isFinished(from old: PlanDocument?, to new: PlanDocument?) -> Bool {
    guard let old, let new, let rule = new.value(at: PlanField.repeat.path), !rule.isNull else {
      return false
    }
    return new.isFinished(since: old, on: after.board)
  }
}

/// A notice for the user about an action that succeeded.
package struct Notice: Hashable, Sendable {
  /// A sentence without a full stop, which may name commands.
  package let message: Hint
  package let hints: [Hint]
  package let kind: Kind

  package enum Kind: Hashable, Sendable {
    /// Reports what the action did.
    case done
    /// Reports another effect of the action, or a fact.
    case fact
    /// Points out something that the person may not have meant.
    case note
    case warning
  }

  init(_ message: Hint, hints: [Hint] = [], kind: Kind = .fact) {
    (self.message, self.hints, self.kind) = (message, hints, kind)
  }

  /// Returns the warning that the remote accepted a commit that could not be merged here.
  ///
  /// The next sync merges it.
  static func notHere(_ error: any Error) -> Notice {
    .warning(
      "the remote has it, but bringing it here failed: \(Problem(error).message)",
      hints: ["bring it here with \(pmgit: "sync")"])
  }

  package static func warning(_ message: Hint, hints: [Hint] = []) -> Notice {
    Notice(message, hints: hints, kind: .warning)
  }

  package static func done(_ message: Hint, hints: [Hint] = []) -> Notice {
    Notice(message, hints: hints, kind: .done)
  }

  static func note(_ message: Hint, hints: [Hint] = []) -> Notice {
    Notice(message, hints: hints, kind: .note)
  }

  package var isWarning: Bool { kind == .warning }
}

extension Notice {
  /// Creates the warning for a change that ended a lease but was not shared with the remote, or was
  /// accepted there and not merged here.
  init(_ remoteWarning: RemoteWarning) {
    switch remoteWarning {
    case .notHere(let error): self = .notHere(error)
    case .notShared(let error):
      self = .warning(
        "not shared yet, so others may still take the plan: \(Problem(error).message)",
        hints: ["share it with \(pmgit: "sync")"])
    }
  }

  /// Creates a notice about a query that may not mean what was intended.
  init(_ note: QueryNote) {
    self.init(Hint(note.message), hints: note.hint.map { [Hint($0)] } ?? [], kind: .note)
  }
}

/// A field whose conflict a change decided, on purpose or as a side effect.
package struct Decided: Equatable, Sendable {
  /// The plan; nil for the board's own settings.
  package let plan: PlanID?
  /// The field's name in `pmgit resolve --list`.
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
  package func decided(on ids: [PlanID]) throws -> [Decided] {
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
