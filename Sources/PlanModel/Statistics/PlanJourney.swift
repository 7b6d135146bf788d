/// The way of a plan through the columns of its board.
package struct PlanJourney: Sendable {
  /// A time without a break in one column.
  package struct Stay: Hashable, Sendable {
    /// The id of the column; the board may lack it.
    package let column: String
    package let since: Timestamp
    /// Never before `since`; nil while the stay lasts.
    package fileprivate(set) var until: Timestamp?

    package init(in column: String, since: Timestamp, until: Timestamp? = nil) {
      (self.column, self.since, self.until) = (column, since, until)
    }

    /// The length in seconds; of a stay that lasts, up to `now`.
    package func seconds(now: Timestamp) -> Int64 {
      max(0, (until ?? now).seconds - since.seconds)
    }
  }

  /// The values of the plan as they are now.
  package let plan: Plan
  /// When the plan was made, which may be before it came to this board by an import.
  package let created: Timestamp
  /// In the order of time, at least one; none begins before the one before it has ended. Between two
  /// of them the plan was deleted.
  package let stays: [Stay]
  /// Whether an import said when the first stay had begun elsewhere.
  let knowsFirstEntry: Bool
  /// When work had begun before the first stay, as an import said.
  let startedBefore: Timestamp?

  /// - Parameters:
  ///   - events: All that happened to the plan's place, oldest first.
  ///   - now: The present; what is dated later counts as happening now.
  package init(_ plan: Plan, events: [PlanEvent], now: Timestamp) {
    let events = events.ordered(upTo: now).leading(to: plan, now: now)
    let entry = events.entryElsewhere(of: plan)
    self.plan = plan
    stays = Self.stays(entry.map { events.beginning(at: $0) } ?? events)
    let first = stays.first?.since ?? now
    created = min(plan.created?.at ?? first, first)
    knowsFirstEntry = entry != nil
    startedBefore = entry.flatMap { [created] entry in
      plan.startedElsewhere.flatMap { created <= $0 && $0 <= entry ? $0 : nil }
    }
  }

  private init(_ journey: PlanJourney, created: Timestamp, stays: [Stay]) {
    (plan, self.created, self.stays) = (journey.plan, created, stays)
    (knowsFirstEntry, startedBefore) = (journey.knowsFirstEntry, journey.startedBefore)
  }

  private static func stays(_ events: [PlanEvent]) -> [Stay] {
    var stays: [Stay] = []
    var column = ""
    var isDeleted = false
    for event in events {
      switch event.kind {
      case .moved(let entered):
        if entered == column, !stays.isEmpty { continue }
        column = entered
      case .deleted: isDeleted = true
      case .restored:
        if !isDeleted { continue }
        isDeleted = false
      }
      if let last = stays.indices.last, stays[last].until == nil { stays[last].until = event.at }
      if !isDeleted { stays.append(Stay(in: column, since: event.at)) }
    }
    return stays
  }

  /// Returns the journey as far as it had come at a moment; nil if it had not begun.
  package func upTo(_ moment: Timestamp) -> PlanJourney? {
    var past = stays.filter { $0.since <= moment }
    guard let last = past.indices.last else { return nil }
    if let until = past[last].until, until > moment { past[last].until = nil }
    return PlanJourney(self, created: min(created, past[0].since), stays: past)
  }
}

extension Plan {
  /// When work on the plan began before it was imported: the member 'started', which only an import writes.
  fileprivate var startedElsewhere: Timestamp? {
    other["started"]?.string.flatMap { Timestamp($0) }
  }
}
