import PlanModel
import PlanStore
import PlanView

/// Notices about finished plans that repeat.
extension Workspace {
  /// The most finished plans that get a notice of their own.
  private static let mostNamed = 3

  /// Returns a notice for each plan that a change finished and that repeats: which plan follows it,
  /// or why none does. After the first few, the plans are only counted.
  func repeatNotices(_ altered: [ChangedPlan], of change: Change) -> [Notice] {
    let repeating = altered.filter { $0.repeating != nil }
    guard !repeating.isEmpty else { return [] }
    return noticed {
      let named = try repeating.prefix(Self.mostNamed).compactMap { plan in
        try plan.repeating.flatMap { document in
          let was = try change.before.readableDocument(plan.id.following)
          return try repeatNotice(plan.id, document, isNew: was?.isHidden ?? true, in: change.after)
        }
      }
      let more = repeating.count - Self.mostNamed
      return more > 0 ? named + [Notice("\(more) more plans that repeat")] : named
    }
  }

  /// Returns the notice about one finished plan.
  ///
  /// - Parameter isNew: Whether the plan that follows was not on the board before.
  func repeatNotice(
    _ id: PlanID, _ finished: PlanDocument, isNew: Bool, in snapshot: BoardSnapshot
  ) throws -> Notice {
    let short = try snapshot.shortID(id)
    guard let next = try snapshot.readableDocument(id.following) else {
      return .warning("\(short) is not repeated: its next day is outside of the calendar")
    }
    let following = try snapshot.shortID(id.following)
    guard !next.isHidden else {
      return Notice(
        "\(short) is not repeated: \(following), which follows it, is deleted",
        hints: ["bring it back with \(pmgit: "restore", following)"])
    }
    let due = Plan(next, id: id.following).due.map { ", due \($0.withWeekday)" } ?? ""
    guard isNew else { return Notice("\(short) was already repeated as \(following)\(due)") }
    let leavesOut = finished.nextStep(today: participant.today)?.leavesOut ?? false
    return Notice(
      "\(short) repeats as \(following)\(due)\(leavesOut ? "; earlier days are left out" : "")")
  }
}
