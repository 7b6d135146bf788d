package import PlanModel
import PlanStore
import PlanView

/// A request to change fields of plans.
package struct EditPlan: Sendable {
  package let plans: PlanChoice
  package let fields: FieldChanges

  package init(_ plans: PlanChoice, fields: FieldChanges) {
    (self.plans, self.fields) = (plans, fields)
  }

  /// Requests changes of one plan.
  ///
  /// - Parameter plan: The beginning of an id, an alias, or words of the title.
  package init(_ plan: String, fields: FieldChanges) { self.init([plan], fields: fields) }
}

extension Workspace {
  package func edit(_ request: EditPlan) async throws -> PlanChanges {
    try await make { _ in try editing(request) }
  }

  /// Returns the action that changes fields of plans.
  func editing(_ request: EditPlan) throws -> PlanAction {
    let named = try request.fields.findingNames(in: self)
    let wording = ChangeWords("edited", unchanged: ChangeWords.Unchanged(request.fields))
    return { [self] transaction in
      var done = EditedPlans(
        chosen: try choose(request.plans, on: transaction.basis), wording: wording,
        entered: try named.fields.state.map {
          [try transaction.before.board.column(named: $0, basis: transaction.basis.board).id]
        } ?? [])
      done.old = try done.chosen.ids.map { try transaction.livePlan($0) }
      let places = try places(of: done.chosen.ids, for: named.fields, in: transaction)
      for plan in done.old {
        var fields = FieldEdits(
          workspace: self, changes: named.fields, id: plan.id, plan: plan,
          snapshot: transaction.before, basis: transaction.basis)
        fields.rank = places.moved[plan.id]
        try transaction.edit(plan.id, try fields.edits())
        try transaction.plan(plan.id).checkLease(named.fields)
        done.linked[plan.id] = try fields.linkOthers(in: &transaction)
      }
      let message = try CommitMessage(editOf: done.old, in: transaction, linking: done.linked)
      return (message, { [done] in try self.report(done, named, $0) })
    }
  }

  /// The data about an edit that its report needs.
  private struct EditedPlans {
    let chosen: ChosenPlans
    let wording: ChangeWords
    /// The column that the plans were moved to, if any.
    let entered: [String]
    /// The plans before the edit.
    var old: [Plan] = []
    /// The links that were changed on other plans, by the edited plan.
    var linked: [PlanID: LinkedPlans] = [:]
  }

  private func report(
    _ done: EditedPlans, _ named: FieldChanges.WithNames, _ change: Change
  ) throws -> PlanChanges {
    let (ids, linked) = (done.chosen.ids, done.linked)
    let withLinks = Set(linked.filter { !$0.value.plans.isEmpty }.keys)
    var changes = try PlanChanges(
      change, of: done.chosen, as: done.wording, linked: withLinks, in: self)
    changes.notices += named.notices
    if change.didChange, ids.count == 1 {
      let plan = try change.after.plan(ids[0])
      changes.notices += dayNotices(named.fields, plan)
      changes.notices += phaseNotices(named.fields, plan, on: change.after.board)
    }
    changes.notices += noticed {
      try spanNotices(named.fields, changes.changed, in: change.after)
        + absent(named.fields, from: done.old, of: change)
        + ids.flatMap { linked[$0]?.notices ?? [] }
        + ids.flatMap {
          try duplicateAliasNotices(of: $0, called: named.fields[.aliases].added, in: change.after)
        }
        + overLimit(done.entered, in: change.after)
    }
    return changes
  }

  /// Returns positions at the bottom of the requested column for plans that move there together,
  /// keeping their order; empty if no column is requested.
  private func places(
    of ids: [PlanID], for fields: FieldChanges, in transaction: Transaction
  ) throws -> Placement {
    guard let state = fields.state else { return Placement() }
    let (snapshot, basis) = (transaction.before, transaction.basis)
    let column = try snapshot.board.column(named: state, basis: basis.board)
    return try place(ids, at: .unspecified, in: column, snapshot, basis: basis)
  }
}

extension Plan {
  /// Fails if a request gave the plan a lease, which ends the claim of an owner, and it has none.
  func checkLease(_ request: FieldChanges) throws {
    guard request[.lease] != nil, lease != nil, owner == nil else { return }
    throw Problem.usage(
      "a lease is the end of an owner's claim, and the plan has no owner",
      hints: ["claim it with \(pmgit: "take", "ID", "--lease", "1h"), or give --owner, too"])
  }
}

extension CommitMessage {
  /// Creates the message for an edit of plans.
  ///
  /// One plan gives `edit k7m2: due 2026-12-01, +bug, Fix login`. Several plans give
  /// `edit 12 plans`, followed by `: +bug` if all changes are the same, and a line for each plan.
  init(
    editOf plans: [Plan], in transaction: Transaction, linking linked: [PlanID: LinkedPlans] = [:]
  ) throws {
    var (all, lines, ids): (Set<String>, [String], [PlanID]) = ([], [], [])
    for old in plans {
      let new = try transaction.plan(old.id)
      let others = linked[old.id] ?? LinkedPlans()
      guard new != old || !others.plans.isEmpty || plans.count == 1 else { continue }
      let own =
        old == new && !others.words.isEmpty
        ? [] : [new.changeWords(since: old, on: transaction.before.board)]
      let words = (own + others.words).joined(separator: ", ")
      lines.append("\(try transaction.before.shortID(old.id)): \(words), \(new.title)")
      all.insert(words)
      ids += [old.id] + others.plans
    }
    let same = all.count == 1 ? all.first.map { ": \($0)" } : nil
    self.init("edit", each: lines, of: ids.unique, ending: same ?? "")
  }
}
