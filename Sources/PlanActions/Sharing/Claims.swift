import Git
import PlanModel
import PlanStore
import PlanView

/// The claims on a plan, as one person sees them. A plan has several claims if its owner is in
/// conflict.
struct PlanClaims {
  let plan: Plan
  /// Whether one of the claims is the person's own.
  let isOwn: Bool
  /// The claims of other people, the shown one first.
  let others: [StampedValue]
  /// When the lease was last written; nil without a lease or if that is unknown.
  fileprivate let leased: Timestamp?

  /// Whether several people have claims.
  var isConflict: Bool { others.count + (isOwn ? 1 : 0) > 1 }

  /// Returns another person's claim that still holds; nil if the person may take the plan.
  ///
  /// - Parameter latest: Claims that were last confirmed up to this time are ignored; nil to ignore
  ///   none.
  func holding(at now: Timestamp, since latest: Timestamp? = nil) -> StampedValue? {
    if plan.isLeaseOver(at: now) { return nil }
    return others.first { claim in
      guard let latest, let confirmed = confirmed(claim) else { return true }
      return confirmed > latest
    }
  }

  /// Returns when a claim was made or its lease renewed; nil if that is unknown.
  func confirmed(_ claim: StampedValue) -> Timestamp? {
    // A claim without a stamp counts as old as the plan.
    [claim.stamp.time ?? plan.created?.at, leased].compactMap(\.self).max()
  }
}

extension Workspace {
  /// Returns the claims on a plan with the edits so far.
  func claims(on plan: Plan, for person: String, in transaction: Transaction) throws -> PlanClaims {
    let document = try transaction.document(plan.id)
    let owners = document[PlanField.owner.path].filter { $0.value.string != nil }
    let meant = try meaning(of: [person] + owners.compactMap(\.value.string))
    let me = meant(person)
    let others = owners.filter { !meant($0.value.string ?? "").isSame(as: me) }
    let leased = document[PlanField.lease.path].filter { !$0.value.isNull }.compactMap(\.stamp.time)
    return PlanClaims(
      plan: plan, isOwn: others.count < owners.count, others: others, leased: leased.max())
  }

  /// Returns a function that finds the person named by one of the given texts.
  func meaning(of written: [String]) throws -> (String) -> Person {
    let index = try peopleIndex(written)
    return { text in index.index(of: text).map { index.people[$0].person } ?? Person(text) }
  }

  /// Makes a change of claims. If the board has a remote, the remote must accept the change first.
  ///
  /// Each run of `edits` reads the clock first, because the remote may be slow. So a lease begins
  /// when it is accepted, and the claims of others are judged by the present time.
  ///
  /// - Parameter words: What to report if the remote did not accept it.
  func changeClaims<Outcome>(
    by author: ChangeIdentity, _ words: RefusedClaim, _ edits: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    // A claim is decided on the newest board, whatever the person saw.
    var author = author
    author.basis = nil
    let body: ChangeBody<Outcome> = { transaction in
      self.readClock(in: &transaction)
      return try edits(&transaction)
    }
    guard try hasRemote else { return try await store.change(by: author, body) }
    do {
      return try await changeOnRemote(by: author, body)
    } catch let error where error.isOfBoardOrGit {
      if case StoreError.ambiguousPlan = error { throw error }
      throw Problem(error, words)
    }
  }

  /// Makes a change. If it ends a lease, the remote must accept it first, as with changes of
  /// claims. So if two people finish the same plan, the second one learns that it is finished.
  ///
  /// If the remote can't be used, the change is made here all the same, and `Change.remoteWarning`
  /// has the reason.
  ///
  /// - Throws: `Problem` if other clones were always faster, or if the answer of the remote was
  ///   lost. Any error of `body`.
  func change<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    guard !author.isDryRun else { return try await store.change(by: author, body) }
    do {
      return try await store.change(by: author) { transaction in
        let made = try body(&transaction)
        try transaction.runRules(by: author)
        if try transaction.endsLeases(), try self.hasRemote { throw EndedClaim() }
        return made
      }
    } catch is EndedClaim {}
    do {
      return try await changeOnRemote(by: author) { transaction in
        self.readClock(in: &transaction)
        return try body(&transaction)
      }
    } catch let error where error.isOfBoardOrGit {
      try Task.checkCancellation()
      guard let error = error as? StoreError else { throw error }
      switch error {
      case .remote where !error.leavesPushUnknown, .noRemote, .refused: break
      case .remote, .contention, .remoteLocked: throw Problem(error, .finish)
      default: throw error
      }
      var (change, outcome) = try await store.change(by: author, body)
      if change.didChange { change.remoteWarning = .notShared(error) }
      return (change, outcome)
    }
  }

  /// Thrown to roll back a change that ends a lease, so that the remote is asked first.
  private struct EndedClaim: Error {}

  /// Makes a change that the remote must accept first.
  func changeOnRemote<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    let result = try await store.changeOnRemote(
      by: author, person: try committer(), terminalPrompt: participant.mayBeAsked, body)
    // The board was fetched, and the change was pushed.
    noteSync()
    return result
  }

  /// Reads the clock before a run of a change's body, because the remote may be slow.
  private func readClock(in transaction: inout Transaction) {
    let before = now
    participant.readClock()
    if now != before { transaction.stamp = Stamp(at: now, using: &participant.random) }
  }

  /// Returns the changes of a claim with the remote's answer.
  func accepted(_ changes: PlanChanges) throws -> PlanChanges {
    var changes = changes
    if try hasRemote, let remote = store.settings.remote {
      changes.acceptedBy = remote
      changes.wording.acceptance = "; '\(remote)' accepted it"
      let others = changes.change.alsoShared
      if others > 0 {
        changes.wording.acceptance += ", with \(CountWords.words(others, "earlier change"))"
      }
    }
    return changes
  }

  /// Returns the problem that another person has a plan.
  func taken(_ claims: PlanClaims, by claim: StampedValue) -> Problem {
    let id = claims.plan.id
    let owner = Person(claim.value.string ?? "").fullName
    let since = claim.stamp.time.map { ", \($0.relativeWords(now: now))" } ?? ""
    var until = ""
    if claims.plan.isLeased(at: now), let end = claims.plan.lease {
      until = ", and is leased \(end.untilWords(now: now, on: clocks))"
    }
    var hints: [Hint] = ["see what is free with \(pmgit: "list", "owner:none", "kind:todo")"]
    let daysOld = claims.confirmed(claim).map { (now.seconds - $0.seconds) / 86_400 } ?? 0
    if daysOld > 0 {
      hints.append(
        "take it over, as the claim is older than that, with "
          + "\(pmgit: "take", id, "--over", "\(daysOld)d")")
    }
    return Problem(
      code: .taken, message: "plan '\(id)' was taken by \(owner)\(since)\(until)", hints: hints)
  }
}

/// The words about a change of claims that the remote did not accept.
struct RefusedClaim {
  /// The hint that nothing was changed.
  let unchanged: Hint
  /// What the remote may have done, if its answer was lost.
  let effect: String

  static let take = RefusedClaim(unchanged: "the plan was not taken", effect: "took the claim")
  static let renew = RefusedClaim(unchanged: "no lease was renewed", effect: "renewed the lease")
  static let release = RefusedClaim(unchanged: "nothing was released", effect: "released it")
  static let finish = RefusedClaim(unchanged: "nothing was changed", effect: "has the change")
}

extension Problem {
  /// Creates the problem of a refused change of claims. Its first hint states whether anything
  /// changed.
  fileprivate init(_ error: any Error, _ words: RefusedClaim) {
    self.init(error)
    let isUnknown = (error as? StoreError)?.leavesPushUnknown ?? false
    let unknown: Hint =
      "whether the remote \(words.effect) is not known; run the same command again"
    hints.insert(isUnknown ? unknown : words.unchanged, at: 0)
  }
}

extension Error {
  /// Whether the error comes from the store or git. The body of a change throws other errors, too.
  fileprivate var isOfBoardOrGit: Bool {
    self is StoreError || self is GitError || self is GitProgramError
  }
}
