import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Prolongs claims of the acting person, by later leases. If the board has a remote, the remote
  /// must accept it first.
  ///
  /// A lease that is over can be renewed as long as nobody has taken the plan. No lease becomes
  /// shorter.
  ///
  /// - Parameters:
  ///   - plans: The plans: the beginnings of ids, aliases, or words of titles. If empty, all plans
  ///     that the person has with a lease.
  ///   - length: The length from now, such as `30m`; nil for the length that each lease had before.
  /// - Throws: `Problem` with code `taken` if another person has a named plan, or all plans that
  ///   the person had; with code `noLease` if there is nothing to renew.
  package func renew(_ plans: [String] = [], length: String? = nil) async throws -> PlanChanges {
    let length = try length.map { text throws(InvalidValue) in try LeaseLength(text) }
    let author = try author()
    let person = author.person
    // Remembers the leased plans, so that those that others have taken since can be reported.
    let known = plans.isEmpty ? try leased(to: person) : []
    let (change, held) = try await changeClaims(by: author, .renew) { transaction in
      let held = try self.held(plans, known: known, by: person, in: transaction)
      var (lines, changed): ([String], [PlanID]) = ([], [])
      for plan in held.plans {
        let wanted = try length ?? self.formerLength(of: plan, in: transaction)
        let end = wanted.end(from: self.now)
        if let former = plan.lease, former >= end { continue }
        try transaction.edit(plan.id, [.lease(end)])
        changed.append(plan.id)
        lines.append("\(try transaction.before.shortID(plan.id)): lease \(wanted), \(plan.title)")
      }
      return (CommitMessage("renew", each: lines, of: changed), held)
    }
    let ids = held.plans.map(\.id)
    // The first end of the renewed leases.
    let end = try ids.compactMap { try change.after.plan($0).lease }.min()
    let wording = ChangeWords(
      "renewed the lease of",
      ending: " " + (end.map { $0.untilWords(now: now, on: clocks) } ?? ""),
      unchanged: .sentence("nothing to change: no lease would last longer"))
    var changes = try PlanChanges(change, of: ids, as: wording, in: self)
    changes.notices += held.notices
    return try accepted(changes)
  }

  /// Returns the plans to renew, and notices about them: the named plans, or all that the person
  /// has with a lease.
  ///
  /// - Parameter known: The plans that the person had on the board here.
  private func held(
    _ names: [String], known: [PlanID], by person: String, in transaction: Transaction
  ) throws -> (plans: [Plan], notices: [Notice]) {
    guard names.isEmpty else {
      let chosen = try choose(.named(names), on: transaction.before)
      let plans = try chosen.ids.map { try claimedPlan($0, of: person, in: transaction) }
      return (plans, chosen.notices)
    }
    var plans: [Plan] = []
    var lost: [Problem] = []
    for id in Set(try leased(to: person, on: transaction.before) + known).sorted() {
      let claims = try claims(on: transaction.plan(id), for: person, in: transaction)
      if let other = claims.holding(at: now) {
        lost.append(taken(claims, by: other))
      } else if claims.isOwn, claims.plan.lease != nil, !claims.plan.isDeleted {
        plans.append(claims.plan)
      }
    }
    if plans.isEmpty { throw lost.first ?? Problem.noLease }
    return (plans, lost.map { .warning(Hint($0.message)) })
  }

  /// Returns a plan that the person has with a lease; fails for any other plan.
  private func claimedPlan(
    _ id: PlanID, of person: String, in transaction: Transaction
  ) throws -> Plan {
    let claims = try claims(on: transaction.livePlan(id), for: person, in: transaction)
    if let other = claims.holding(at: now) { throw taken(claims, by: other) }
    guard claims.isOwn else {
      throw Problem(
        code: .noLease, message: "plan '\(id)' is not yours",
        hints: ["claim it with \(pmgit: "take", id, "--lease", "30m")"])
    }
    guard claims.plan.lease != nil else {
      throw Problem(
        code: .noLease, message: "plan '\(id)' is yours without a lease",
        hints: ["let the claim end with \(pmgit: "take", id, "--lease", "30m")"])
    }
    return claims.plan
  }

  /// Returns a person's open plans with a lease, on the newest board of this clone.
  private func leased(to person: String) throws -> [PlanID] {
    try leased(to: person, on: store.snapshot())
  }

  private func leased(to person: String, on snapshot: BoardSnapshot) throws -> [PlanID] {
    let plans = try snapshot.plans(withTexts: false).plans.filter { plan in
      plan.lease != nil && !plan.isDeleted && snapshot.board.kind(of: plan.state) != .done
    }
    let meant = try meaning(of: [person] + plans.compactMap(\.owner))
    return plans.filter { $0.owner.map { meant($0).isSame(as: meant(person)) } ?? false }.map(\.id)
  }

  /// Returns the length with which a plan's lease was written; the usual length if that is unknown.
  private func formerLength(of plan: Plan, in transaction: Transaction) throws -> LeaseLength {
    let written =
      try transaction.document(plan.id)[PlanField.lease.path].first?.stamp.time ?? plan.created?.at
    guard let written, let end = plan.lease else { return .usual }
    return LeaseLength(limiting: end.milliseconds - written.milliseconds)
  }
}

extension Problem {
  fileprivate static let noLease = Problem(
    code: .noLease, message: "you have no plan with a lease",
    hints: ["claim one with \(pmgit: "take", "--next", "--lease", "30m")"])
}
