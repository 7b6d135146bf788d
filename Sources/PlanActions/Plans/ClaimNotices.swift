import PlanModel
import PlanStore
import PlanView

/// Notices about claims that have a lease, for people who write to a plan that another person may
/// be working on. Nothing is refused.
extension Workspace {
  /// The most plans that get a notice of their own.
  private static let mostNamed = 3

  /// Returns a notice for each changed plan that another person has leased, or on which the acting
  /// person's lease had ended before. After the first few, the plans that others have leased are
  /// only counted.
  ///
  /// Returns nothing if the participant wants no notices.
  ///
  /// - Returns: The notices, each with its plan; the plan is nil for the count.
  func claimNotices(
    _ altered: [ChangedPlan], of change: Change
  ) -> [(plan: PlanID?, notice: Notice)] {
    guard participant.wantsNotices else { return [] }
    let leased = altered.compactMap { altered in
      altered.leased.map { Plan($0, id: altered.id) }
    }
    guard !leased.isEmpty else { return [] }
    do {
      guard let me = try me() else { return [] }
      let meant = try meaning(of: [me.formatted] + leased.compactMap(\.owner))
      var claims = ClaimLookup(isMine: { meant($0).isSame(as: meant(me.formatted)) }, me: me)
      var notices: [(plan: PlanID?, notice: Notice)] = []
      var more = 0
      for plan in leased {
        guard let owner = plan.owner else { continue }
        if notices.count < Self.mostNamed {
          if let notice = try notice(on: plan, of: owner, &claims, of: change) {
            notices.append((plan.id, notice))
          }
        } else if plan.isLeased(at: now), !claims.isMine(owner) {
          more += 1
        }
      }
      guard more > 0 else { return notices }
      let words = CountWords.words(more, "more plan")
      return notices + [(nil, .warning("\(words) with leases of others"))]
    } catch {
      return [(nil, .warning("some notices may be missing: \(Problem(error).message)"))]
    }
  }

  /// Values that the notices of one change share.
  private struct ClaimLookup {
    /// Whether an owner is the acting person.
    let isMine: (String) -> Bool
    let me: Person
    /// The number of plans whose history may still be read. Most such plans get no notice.
    var historiesLeft = 20
  }

  /// Returns the notice about the lease of one plan; nil if there is nothing to report.
  ///
  /// - Parameter plan: The plan before the change.
  private func notice(
    on plan: Plan, of owner: String, _ claims: inout ClaimLookup, of change: Change
  ) throws -> Notice? {
    let short = try change.before.shortID(plan.id)
    if claims.isMine(owner) { return try ownNotice(on: plan, called: short, of: change) }
    var ended: String?
    if claims.historiesLeft > 0 {
      claims.historiesLeft -= 1
      ended = try endOfLease(on: plan, of: claims.me, in: change.before).map {
        "your lease on it \($0.endedWords(now: now))"
      }
    }
    let name = Person(owner).fullName
    if plan.isLeased(at: now), let end = plan.lease {
      let until = end.untilWords(now: now, on: clocks)
      return .warning(
        "plan '\(short)' is leased to \(name) \(until)\(ended.map { "; \($0)" } ?? "")")
    }
    return ended.map { .warning("plan '\(short)' is taken by \(name); \($0)") }
  }

  /// Returns a notice if the acting person's own lease is over before and after the change.
  private func ownNotice(on plan: Plan, called short: String, of change: Change) throws -> Notice? {
    guard let end = plan.lease, try change.after.plan(plan.id).isLeaseOver(at: now) else {
      return nil
    }
    return .warning(
      "your lease on plan '\(short)' \(end.endedWords(now: now)), so others may take it",
      hints: ["renew it with \(pmgit: "take", "--renew", short)"])
  }

  /// Returns when the acting person's former lease on a plan ended, if somebody else took the plan
  /// afterwards. Returns nil if the person was not the owner before, or if the lease was not over
  /// when the owner changed.
  ///
  /// - Complexity: Reads the last changes of the plan's owner and lease.
  private func endOfLease(
    on plan: Plan, of me: Person, in snapshot: BoardSnapshot
  ) throws -> Timestamp? {
    var part = HistoryPart()
    part.fields = [PlanField.owner.rawValue, PlanField.lease.rawValue]
    let entries: [HistoryEntry]
    do {
      entries = try snapshot.history(of: .plan(plan.id), limit: Self.mostChanges, part: part)
    } catch StoreError.shallow {
      // A shallow clone lacks the history.
      return nil
    }
    for entry in entries {
      guard
        let owner = entry.changes.first(where: { $0.path == PlanField.owner.path })?.old?.string,
        try meaning(of: [owner, me.formatted])(owner).isSame(as: me)
      else { continue }
      let lease = entry.changes.first { $0.path == PlanField.lease.path }?.old?.string
      return lease.flatMap(Timestamp.init).flatMap { $0 <= entry.at ? $0 : nil }
    }
    return nil
  }

  /// The most changes of a plan's owner and lease that are read.
  private static let mostChanges = 100
}
