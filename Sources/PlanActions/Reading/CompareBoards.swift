package import PlanModel
import PlanStore
package import PlanView

/// The differences of a board between two moments.
package struct BoardsCompared {
  /// The earlier board; nil if there was none yet.
  package let from: ShownBoard?
  package let to: ShownBoard
  package let period: ShownPeriod
  package let differences: [BoardDifference]
  /// Notices of a missing earlier board, of files that can't be compared, and about the query.
  package let notices: [Notice]
}

extension Workspace {
  /// Compares the board at two moments, or at the ends of a period.
  ///
  /// - Parameters:
  ///   - start: A moment or a commit of the past.
  ///   - end: The later moment or commit; nil for now.
  ///   - typed: A query. A plan must match it at the later moment, or at the earlier one if the
  ///     plan is gone at the later one. Empty for all plans.
  ///   - isPeriod: Whether the earlier board includes no change made at `start`. Otherwise both
  ///     boards include all changes made at their moments.
  package func compare(
    from start: String, to end: String? = nil, where typed: String = "", isPeriod: Bool = true
  ) throws -> BoardsCompared {
    let first = try bound(start, isPeriod ? .start : .end)
    let last = try end.map { try bound($0, .end) }
    let (from, to) = (first.shown, try last.map(existing) ?? board())
    let found = try store.differences(from: from?.snapshot.commit, to: to.snapshot.commit)
    var notices = from == nil ? [Notice.noBoardYet(start, "everything is new")] : []
    if let end, let last, try isBackwards(from: first, to: last) {
      notices.append(
        Notice.note(
          "'\(end.excerpt)' is before '\(start.excerpt)', so what changed is shown "
            + "backwards",
          hints: ["for the other way round, \(running: "diff", end, start)"]))
    }
    notices += found.unreadable.map { plan in
      let name = plan.map { "plan '\($0)'" } ?? "the board's settings"
      return Notice("can't compare \(name): the file can't be read at one of the moments")
    }
    var wanted: Set<PlanID>?
    if !Query.isEmpty(typed) {
      let (later, query) = try plans(matching: typed, in: to)
      notices += query.notes.map(Notice.init)
      // A plan that is gone at the later moment is matched at the earlier one.
      let earlier = try from.map { try plans(matching: typed, in: $0).plans } ?? []
      let there = Set(try to.snapshot.plans(withTexts: false).plans.map(\.id))
      wanted = later.union(earlier.subtracting(there))
    }
    let differences = found.plans.filter { difference in
      guard let wanted else { return true }
      return difference.plan.map { wanted.contains($0) } ?? false
    }
    return BoardsCompared(
      from: from, to: to, period: ShownPeriod(since: first.at, until: last?.at),
      differences: differences, notices: notices)
  }

  /// Whether `to` is before `from`, by the order of their commits. If both have the same commit, or
  /// if one has no board, the order of their times counts.
  private func isBackwards(from: PeriodBound, to: PeriodBound) throws -> Bool {
    guard let first = from.shown?.snapshot.commit, let last = to.shown?.snapshot.commit,
      first != last
    else { return to.at < from.at }
    return try store.isAncestor(last, of: first)
  }

  private func existing(_ bound: PeriodBound) throws -> ShownBoard {
    guard let shown = bound.shown else { throw noBoard(at: bound.at) }
    return shown
  }

  private func plans(
    matching text: String, in shown: ShownBoard
  ) throws -> (plans: Set<PlanID>, query: Query) {
    let contents = try contents(of: shown)
    let query = try query(text, in: contents)
    return (Set(query.select(from: contents.plans).map(\.id)), query)
  }
}
