import PlanModel
import PlanStore
import PlanView

/// Notices about leases, for people who write to a plan that another person may be working on.
/// Nothing is refused.
extension Workspace {
  /// The most plans that get a notice of their own.
  private static let mostNamed = 3

  /// Returns a notice for each changed plan that another person has leased, or on which the acting
  /// person's lease had ended before.
  ///
  /// These notices are always looked for, as they cost nothing for plans without leases.
  func leaseNotices(_ altered: [AlteredPlan], of change: Change) -> [Notice] {
    let leased = altered.filter { $0.leased != nil }
    guard !leased.isEmpty else { return [] }
    do {
      guard let me = try me() else { return [] }
      var notices: [Notice] = []
      var more = 0
      for plan in leased {
        guard let document = plan.leased,
          let notice = try notice(on: Plan(document, id: plan.id), for: me, of: change)
        else { continue }
        if notices.count < Self.mostNamed { notices.append(notice) } else { more += 1 }
      }
      guard more > 0 else { return notices }
      return notices + [.warning("\(CountWords.words(more, "more plan")) with leases of others")]
    } catch {
      return [.warning("not all could be looked up: \(Problem(error).message)")]
    }
  }

  /// - Parameter plan: The plan before the change.
  private func notice(on plan: Plan, for me: Person, of change: Change) throws -> Notice? {
    guard let owner = plan.owner else { return nil }
    let short = try change.before.shortID(plan.id)
    let meant = try meaning(of: [me.formatted, owner])
    if meant(owner).isSame(as: meant(me.formatted)) {
      return try ownNotice(on: plan, called: short, of: change)
    }
    let ended = try endOfLease(on: plan, of: me, in: change.before).map {
      "your lease on it \(LeaseWords.ended($0, now: now))"
    }
    let name = Person(owner).fullName
    if plan.isLeased(at: now), let end = plan.lease {
      let until = LeaseWords.until(end, now: now, on: clocks)
      return .warning(
        "plan '\(short)' is leased to \(name) \(until)\(ended.map { "; \($0)" } ?? "")")
    }
    return ended.map { .warning("plan '\(short)' is taken by \(name); \($0)") }
  }

  /// Returns a notice if the acting person's own lease is over before and after the change.
  private func ownNotice(
    on plan: Plan, called short: String, of change: Change
  ) throws -> Notice? {
    guard let end = plan.lease, try change.after.plan(plan.id).isLeaseOver(at: now) else {
      return nil
    }
    return .warning(
      "your lease on plan '\(short)' \(LeaseWords.ended(end, now: now)), so others may take it",
      hints: ["renew it with \(pmgit: "take", "--renew", short)"])
  }

  /// Returns when the lease of a former owner ended whose plan somebody else has taken since; nil
  /// if the person was not the owner before.
  ///
  /// - Complexity: Reads the plan's last changes of its owner.
  private func endOfLease(
    on plan: Plan, of me: Person, in snapshot: BoardSnapshot
  ) throws -> Timestamp? {
    var part = HistoryPart()
    part.fields = [PlanField.owner.rawValue, PlanField.lease.rawValue]
    let entries: [HistoryEntry]
    do {
      entries = try snapshot.history(of: .plan(plan.id), limit: Self.mostChanges, part: part)
    } catch {
      // A shallow clone lacks the history.
      guard case .shallow = error else { throw error }
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
