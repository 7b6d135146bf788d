/// The days on which work on a plan begins and ends.
package struct PlanSpan: Hashable, Sendable {
  package let start: CalendarDay?
  package let due: CalendarDay?

  package init(_ plan: Plan) { (start, due) = (plan.start, plan.due) }

  /// The number of days from the first to the last one, both included; nil unless both are known
  /// and in order.
  package var days: Int? {
    guard let start, let due, start <= due else { return nil }
    return due - start + 1
  }

  /// Returns what is wrong with the days of an open plan, first within the plan, then with each
  /// blocker in the given order.
  ///
  /// - Parameter blockers: The open plans that block this one.
  package func contradictions(
    with blockers: [(id: PlanID, span: PlanSpan)]
  ) -> [SpanContradiction] {
    var found: [SpanContradiction] = []
    if let start, let due, due < start { found.append(.startAfterDue(start: start, due: due)) }
    for blocker in blockers {
      guard let end = blocker.span.due else { continue }
      if let start, start < end {
        found.append(.beforeBlocker(.start, start, blocker: blocker.id, due: end))
      } else if let due, due < end {
        found.append(.beforeBlocker(.due, due, blocker: blocker.id, due: end))
      }
    }
    return found
  }
}

/// A contradiction between the days of plans.
package enum SpanContradiction: Hashable, Sendable {
  case startAfterDue(start: CalendarDay, due: CalendarDay)
  /// The day of the field, `start` or `due`, is before the day on which the blocker is due.
  case beforeBlocker(PlanField, CalendarDay, blocker: PlanID, due: CalendarDay)
}
