/// The stays of a plan in the columns of its board.
package struct PlanJourney: Sendable {
  /// An uninterrupted time in one column.
  package struct Stay: Hashable, Sendable {
    /// The id of the column; the board may lack a column with this id.
    package let column: String
    package let since: Timestamp
    /// The end, not before `since`; nil while the stay continues.
    package fileprivate(set) var until: Timestamp?
    /// The name of the agent whose change began the stay; nil for a person.
    let agent: String?

    package init(
      in column: String, since: Timestamp, until: Timestamp? = nil, by agent: String? = nil
    ) {
      (self.column, self.since, self.until, self.agent) = (column, since, until, agent)
    }

    /// Returns the length in seconds; a stay that continues counts up to `now`.
    package func seconds(now: Timestamp) -> Int64 {
      max(0, (until ?? now).seconds - since.seconds)
    }
  }

  /// The plan with its current values.
  package let plan: Plan
  /// When the plan was created, possibly before it was imported to this board.
  package let created: Timestamp
  /// The stays in order, not empty and not overlapping. Between two stays the plan may be deleted.
  package let stays: [Stay]
  /// Whether an import gave the time at which the first stay begins.
  let knowsFirstEntry: Bool
  /// When work began before the first stay, according to an import; nil if no import gave a valid
  /// time. A move on this board does not clear it.
  package let startedBefore: Timestamp?
  /// Whether the first stay begins with an import that did not give the time when the plan entered
  /// its column in the tracker.
  package var beginsWithImport: Bool {
    !knowsFirstEntry && created < (stays.first?.since ?? created)
  }

  /// The time from the creation in a tracker to the first stay, as a stay in an unknown column; nil
  /// for a plan that was created on this board.
  var stayInTracker: Stay? {
    guard let first = stays.first, created < first.since else { return nil }
    return Stay(in: "", since: created, until: first.since)
  }

  /// Computes the stays of a plan in columns from its events.
  ///
  /// - Parameters:
  ///   - events: All events of the plan, oldest first.
  ///   - now: The current time; later events count as happening now.
  package init(_ plan: Plan, events: [PlanEvent], now: Timestamp) {
    let events = events.ordered(upTo: now).leading(to: plan, now: now)
    let entry = events.entryInTracker(of: plan)
    self.plan = plan
    stays = Self.stays(entry.map { events.moving($0.index, to: $0.at) } ?? events)
    let first = stays.first?.since ?? now
    created = min(plan.created?.at ?? first, first)
    knowsFirstEntry = entry.map { $0.index == events.firstIndex(where: \.isMove) } ?? false
    startedBefore = plan.startedInTracker.flatMap { [created] started in
      created <= started && started <= first ? started : nil
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
      if !isDeleted { stays.append(Stay(in: column, since: event.at, by: event.agent)) }
    }
    return stays
  }

  /// Returns the journey up to a moment; nil if it began later.
  package func upTo(_ moment: Timestamp) -> PlanJourney? {
    var past = stays.filter { $0.since <= moment }
    guard let last = past.indices.last else { return nil }
    if let until = past[last].until, until > moment { past[last].until = nil }
    return PlanJourney(self, created: min(created, past[0].since), stays: past)
  }
}

extension Plan {
  /// When work began before the plan was imported: the member `started`, which only imports write.
  fileprivate var startedInTracker: Timestamp? {
    other["started"]?.string.flatMap { Timestamp($0) }
  }
}
