import Git
import PlanModel
import PlanStore
import PlanView

/// A request to become the owner of a plan.
package struct TakePlan: Sendable {
  /// The beginning of an id.
  package let plan: String
  /// The new owner; nil for the person of the git identity.
  package let name: String?

  package init(_ plan: String, as name: String? = nil) { (self.plan, self.name) = (plan, name) }
}

/// The outcome of a claim.
package struct PlanTaken {
  package let changes: PlanChanges
  /// The remote that accepted it; nil if there is none on which others could claim the plan.
  package let remote: String?
  /// Why it is not on the branch here; nil if it is.
  package let notHere: Notice?
}

extension Workspace {
  /// Makes a person the owner of a plan; the claim holds only if the remote accepts it first.
  package func take(_ request: TakePlan) async throws -> PlanTaken {
    let author = try author()
    let claimer = try person(request.name ?? "@me", field: "owner")
    var found: PlanID?
    let claim = { (transaction: inout Transaction) in
      // The plan may have been fetched just now.
      let plan = try transaction.livePlan(transaction.before.resolve(request.plan))
      found = plan.id
      try self.requireFree(plan, for: claimer, in: transaction)
      try transaction.edit(plan.id, [.owner(claimer)])
      let short = try transaction.before.shortID(plan.id)
      return CommitMessage(subject: "take \(short): \(plan.title)", plans: [plan.id])
    }
    let isShared = try hasRemote
    let accepted =
      isShared
      ? try await claimOnRemote(by: author, claim)
      : AcceptedChange(change: try await store.change(by: author, claim), problem: nil)
    return PlanTaken(
      changes: try PlanChanges(accepted.change, of: found.map { [$0] } ?? [], in: self),
      remote: isShared ? store.settings.remote : nil, notHere: accepted.problem.map { .notHere($0) }
    )
  }

  private func claimOnRemote(
    by author: ChangeIdentity, _ claim: (inout Transaction) throws -> CommitMessage
  ) async throws -> AcceptedChange {
    do {
      return try await store.changeOnRemote(
        by: author, person: try identity(.committer),
        terminalPrompt: participant.mayBeAsked, claim)
    } catch let error as StoreError {
      throw Problem(refusedClaim: error)
    }
  }

  /// Fails if another person owns the plan, or claims it in a conflict.
  private func requireFree(
    _ plan: Plan, for claimer: String, in transaction: Transaction
  ) throws {
    let claims = try transaction.document(plan.id)[.field("owner")]
    let others = claims.filter { claim in
      guard let owner = claim.value.string else { return false }
      return !Person(owner).isSame(as: Person(claimer))
    }
    guard let other = others.first, let owner = other.value.string else { return }
    let since = other.stamp.time.map { ", \(RelativeTime.words(for: $0, now: now))" } ?? ""
    throw Problem(
      code: .taken,
      message: "plan '\(plan.id)' was taken by \(Person(owner).fullName)\(since)",
      hints: [
        "see what is free with \(pmgit: "list", "owner:none", "kind:todo")",
        "take it over all the same with \(pmgit: "edit", plan.id, "--owner", "@me"), then "
          + "\(pmgit: "sync")",
      ])
  }
}

extension Problem {
  /// Adds to the error of a failed claim whether the plan was taken, as far as that is known.
  fileprivate init(refusedClaim error: StoreError) {
    self.init(error)
    hints.insert(
      error.leavesPushUnknown
        ? "whether the remote took the claim is not known; run the same command again"
        : "the plan was not taken", at: 0)
  }
}
