import PlanModel
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
  /// The length after which the claim ends, such as `30m`; nil for a claim without an end.
  package let lease: String?

  package init(_ target: Target, starts: Bool = true, over: String? = nil, lease: String? = nil) {
    (self.target, self.starts, self.over, self.lease) = (target, starts, over, lease)
  }

  package init(_ plan: String) { self.init(.named(plan)) }
}

extension Workspace {
  /// Makes the acting person the owner of a plan.
  ///
  /// If the board has a remote, the remote must accept the claim first. Without a length, the claim
  /// has no end, even if the person had the plan with a lease.
  package func take(_ request: TakePlan) async throws -> PlanChanges {
    let length = try request.lease.map { text throws(InvalidValue) in try LeaseLength(text) }
    let author = try author()
    let claimer = author.person
    // A wrong age is refused before the remote is asked.
    _ = try request.over.map { try latestClaim(over: $0) }
    let (change, taken) = try await changeClaims(by: author, .take) { transaction in
      try self.claim(request, length, for: claimer, in: &transaction)
    }
    let (plan, column, readings) = taken
    let snapshot = change.after
    let wording = try words(for: request, length, plan, column, in: snapshot)
    var changes = try PlanChanges(change, of: [plan.id], as: wording, in: self)
    changes.notices += noticed { readings }
    if changes.didChange {
      changes.notices += noticed {
        try leftBehind(plan, by: claimer, in: snapshot) + blocked(changes.plans, in: snapshot)
      }
    }
    if let column { changes.notices += noticed { try overLimit([column.id], in: snapshot) } }
    return try accepted(changes)
  }

  /// Takes a plan in a transaction. The plan may have been fetched just now.
  ///
  /// - Returns: The plan as it was, the column to which it moved, and notices about its name.
  private func claim(
    _ request: TakePlan, _ length: LeaseLength?, for claimer: String,
    in transaction: inout Transaction
  ) throws -> (CommitMessage, (plan: Plan, column: Column?, readings: [Notice])) {
    let latest = try request.over.map { try latestClaim(over: $0) }
    let (plan, readings) = try target(of: request, for: claimer, since: latest, in: transaction)
    let column = request.starts ? transaction.before.board.start(of: plan) : nil
    try transaction.edit(
      plan.id,
      [.owner(claimer), .lease(length?.end(from: now))] + step(to: column, in: transaction))
    let short = try transaction.before.shortID(plan.id)
    let step = column.map { "\(transaction.before.board.title(of: plan.state)) → \($0.title), " }
    let lease = length.map { "lease \($0), " }
    let message = CommitMessage(
      subject: "take \(short): \(step ?? "")\(lease ?? "")\(plan.title)", plans: [plan.id])
    return (message, (plan, column, readings))
  }

  private func words(
    for request: TakePlan, _ length: LeaseLength?, _ plan: Plan, _ column: Column?,
    in snapshot: BoardSnapshot
  ) throws -> ChangeWords {
    let lease = length.map { $0.end(from: now).untilWords(now: now, on: clocks) }
    var wording = ChangeWords(
      "took", to: column?.title, ending: lease.map { " \($0)" } ?? "",
      unchanged: .sentence("'\(try snapshot.shortID(plan.id))' is yours already"))
    wording.acceptance = "; there is no remote that others could take it from"
    // The person did not choose the next plan, and learns which one it is.
    if case .next = request.target { wording.hasTitle = true }
    return wording
  }

  /// Returns the plan to take and notices about its name. Fails if another person has it.
  private func target(
    of request: TakePlan, for claimer: String, since latest: Timestamp?, in transaction: Transaction
  ) throws -> (plan: Plan, readings: [Notice]) {
    switch request.target {
    case .named(let name):
      let plan = try transaction.livePlan(transaction.before.resolve(name))
      let claims = try claims(on: plan, for: claimer, in: transaction)
      if let other = claims.holding(at: now, since: latest) { throw taken(claims, by: other) }
      guard transaction.before.board.kind(of: plan.state) != .done else {
        throw Problem.finished(try transaction.before.shortID(plan.id))
      }
      return (plan, try [reading(name, as: plan.id, on: transaction.before)].compactMap(\.self))
    case .next(let query):
      let plan = try bestFree(query, for: claimer, on: transaction.before) { plan in
        try claims(on: plan, for: claimer, in: transaction).holding(at: now, since: latest) == nil
      }
      return (plan, [])
    }
  }

  /// Returns a notice if the taken plan belonged to another person whose lease is over.
  private func leftBehind(
    _ plan: Plan, by claimer: String, in snapshot: BoardSnapshot
  ) throws -> [Notice] {
    guard plan.isLeaseOver(at: now), let owner = plan.owner, let end = plan.lease else {
      return []
    }
    let meant = try meaning(of: [claimer, owner])
    if meant(owner).isSame(as: meant(claimer)) { return [] }
    let name = Person(owner).fullName
    return [
      Notice(
        "the lease of \(name) \(end.endedWords(now: now))",
        hints: ["see what was done with \(pmgit: "show", try snapshot.shortID(plan.id))"])
    ]
  }

  private func step(to column: Column?, in transaction: Transaction) throws -> [Edit] {
    guard let column else { return [] }
    return [
      .state(column.id), .rank(try rank(isAtTop: false, of: column.id, in: transaction.before)),
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
  fileprivate static func finished(_ plan: String) -> Problem {
    Problem(
      code: .nothingFree, message: "plan '\(plan)' is finished",
      hints: ["to go on with it, first open it again with \(pmgit: "move", plan, "todo")"])
  }
}
