package import PlanModel
import PlanStore
import PlanView

/// A request to become the owner of a plan.
package struct TakePlan: Sendable {
  package enum Target: Sendable {
    /// A plan: the beginning of an id, an alias, or words of the title.
    case named(String)
    /// The best ready and unclaimed plan that matches a query.
    case next(String)
  }

  package let target: Target
  /// Whether a plan in a column of kind todo moves to the first column of kind doing that it may
  /// enter.
  package let starts: Bool
  /// The age at which another person's claim expires, such as `2d`; nil for never.
  package let over: String?

  package init(_ target: Target, starts: Bool = true, over: String? = nil) {
    (self.target, self.starts, self.over) = (target, starts, over)
  }

  package init(_ plan: String) { self.init(.named(plan)) }
}

/// The outcome of a claim.
package struct PlanTaken {
  package let changes: PlanChanges
  /// The remote that accepted the claim; nil if the repository has no remote.
  package let remote: String?
  /// The column that the plan moved to; nil if it stayed.
  package let column: Column?
  /// A warning if the remote accepted the claim but the claim could not be merged here; otherwise
  /// nil.
  package let notHere: Notice?
}

extension Workspace {
  /// Makes the acting person the owner of a plan.
  ///
  /// If the board has a remote, the remote must accept the claim first.
  package func take(_ request: TakePlan) async throws -> PlanTaken {
    let author = try author()
    let claimer = author.person
    let latest = try request.over.map { try latestClaim(over: $0) }
    let claim = { (transaction: inout Transaction) in
      // The plan may have been fetched just now.
      let plan: Plan
      var readings: [Notice] = []
      switch request.target {
      case .named(let name):
        plan = try transaction.livePlan(transaction.before.resolve(name))
        try self.requireFree(plan, for: claimer, since: latest, in: transaction)
        readings = try [self.reading(name, as: plan.id, on: transaction.before)].compactMap(\.self)
      case .next(let query):
        plan = try self.bestFree(query, for: claimer, on: transaction.before) { plan in
          try self.otherClaim(on: plan, than: claimer, since: latest, in: transaction) == nil
        }
      }
      let column = request.starts ? transaction.before.board.start(of: plan) : nil
      try transaction.edit(plan.id, [.owner(claimer)] + self.step(to: column, in: transaction))
      let short = try transaction.before.shortID(plan.id)
      let step = column.map { "\(transaction.before.board.title(of: plan.state)) → \($0.title), " }
      let message = CommitMessage(
        subject: "take \(short): \(step ?? "")\(plan.title)", plans: [plan.id])
      return (message, (plan: plan.id, column: column, readings: readings))
    }
    let isShared = try hasRemote
    let accepted =
      isShared
      ? try await claimOnRemote(by: author, claim)
      : AcceptedChange(try await store.change(by: author, claim))
    let (plan, column, readings) = accepted.outcome
    var changes = try PlanChanges(accepted.change, of: [plan], in: self)
    changes.notices += noticed { readings }
    if changes.didChange {
      changes.notices += noticed { try blocked(changes.plans, in: accepted.change.after) }
    }
    if let column {
      changes.notices += noticed { try overLimit([column.id], in: accepted.change.after) }
    }
    return PlanTaken(
      changes: changes,
      remote: isShared ? store.settings.remote : nil, column: column,
      notHere: accepted.problem.map { .notHere($0) }
    )
  }

  private func step(to column: Column?, in transaction: Transaction) throws -> [Edit] {
    guard let column else { return [] }
    return [
      .state(column.id), .rank(try rank(.bottom, of: column.id, in: transaction.before)),
    ]
  }

  /// Returns the time up to which claims have expired.
  ///
  /// An age in days is counted from the present time of day.
  private func latestClaim(over age: String) throws -> Timestamp {
    guard let span = try participant.span(ofPast: age), span.end < now else {
      throw Problem.usage("'\(age)' is not the age of a claim", hints: ["write it as 2d, 1w or 4h"])
    }
    let isMoment = span.end == span.start
    let sinceMidnight =
      now.milliseconds
      - participant.clocks.start(of: participant.today).milliseconds
    return isMoment
      ? span.start : Timestamp(milliseconds: span.start.milliseconds + sinceMidnight)
  }

  private func claimOnRemote<Outcome>(
    by author: ChangeIdentity, _ claim: ChangeBody<Outcome>
  ) async throws -> AcceptedChange<Outcome> {
    do {
      return try await store.changeOnRemote(
        by: author, person: try committer(),
        terminalPrompt: participant.mayBeAsked, claim)
    } catch let error as StoreError {
      if case .ambiguousPlan = error { throw error }
      throw Problem(refusedClaim: error)
    }
  }

  /// Returns an owner value that names a person other than the claimer, shown or in a conflict; nil
  /// if no value does.
  ///
  /// - Parameter latest: Claims of others up to this time are ignored; nil to ignore none.
  private func otherClaim(
    on plan: Plan, than claimer: String, since latest: Timestamp?, in transaction: Transaction
  ) throws -> StampedValue? {
    let claims = try transaction.document(plan.id)[.field("owner")]
    let index = try peopleIndex([claimer] + claims.compactMap(\.value.string))
    let person = { (written: String) in
      index.index(of: written).map { index.people[$0].person } ?? Person(written)
    }
    return claims.first { claim in
      guard let owner = claim.value.string else { return false }
      // A claim without a stamp counts as old as the plan.
      if let latest, let made = claim.stamp.time ?? plan.created?.at, made <= latest {
        return false
      }
      return !person(owner).isSame(as: person(claimer))
    }
  }

  /// Fails if another person owns the plan or, in a conflict, claims it.
  ///
  /// - Parameter latest: Claims of others up to this time are ignored; nil to ignore none.
  private func requireFree(
    _ plan: Plan, for claimer: String, since latest: Timestamp?, in transaction: Transaction
  ) throws {
    guard
      let other = try otherClaim(on: plan, than: claimer, since: latest, in: transaction),
      let owner = other.value.string
    else { return }
    let since = other.stamp.time.map { ", \(RelativeTime.words(for: $0, now: now))" } ?? ""
    var hints: [Hint] = ["see what is free with \(pmgit: "list", "owner:none", "kind:todo")"]
    let daysOld = other.stamp.time.map { (now.seconds - $0.seconds) / 86_400 } ?? 0
    if daysOld > 0 {
      hints.append(
        "take it over, as the claim is older than that, with "
          + "\(pmgit: "take", plan.id, "--over", "\(daysOld)d")")
    }
    throw Problem(
      code: .taken,
      message: "plan '\(plan.id)' was taken by \(Person(owner).fullName)\(since)", hints: hints)
  }
}

extension Board {
  /// Returns the first column of kind doing that the plan may enter.
  ///
  /// Returns nil if there is none, or if the plan is not in a column of kind todo.
  fileprivate func start(of plan: Plan) -> Column? {
    guard kind(of: plan.state) == .todo else { return nil }
    return columns.first { $0.kind == .doing && $0.admits(plan.state) }
  }
}

extension Problem {
  /// Creates the problem of a failed claim. Its first hint is that the plan was not taken, or that
  /// this is not known.
  fileprivate init(refusedClaim error: StoreError) {
    self.init(error)
    hints.insert(
      error.leavesPushUnknown
        ? "whether the remote took the claim is not known; run the same command again"
        : "the plan was not taken", at: 0)
  }
}
