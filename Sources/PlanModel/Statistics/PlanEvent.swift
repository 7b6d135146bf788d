/// A move, deletion or restoration of a plan by one commit.
package struct PlanEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The plan was added in a column, or moved there.
    case moved(to: String)
    case deleted
    case restored
  }

  /// The author time of the commit.
  package let at: Timestamp
  package let kind: Kind
  /// The name of the agent that made the change; nil for a person, or if agents are not needed.
  package let agent: String?

  package init(_ kind: Kind, at: Timestamp, by agent: String? = nil) {
    (self.kind, self.at, self.agent) = (kind, at, agent)
  }

  var isMove: Bool { if case .moved = kind { true } else { false } }
}

extension [PlanEvent] {
  /// Returns the events sorted by time; events after `now` get `now` as their time. Events with
  /// equal times keep their order.
  func ordered(upTo now: Timestamp) -> [PlanEvent] {
    map { PlanEvent($0.kind, at: Swift.min($0.at, now), by: $0.agent) }.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// Returns the events, corrected so that they end in the plan's current column and agree with
  /// whether the plan is deleted.
  ///
  /// After wrong clocks, concurrent changes, or a merge that was edited by hand, events can
  /// contradict the current state of the plan. Then the current state is right.
  ///
  /// - Parameter now: The limit for the times of added events, and their time if no other is known.
  func leading(to plan: Plan, now: Timestamp) -> [PlanEvent] {
    // Deletions before the first move come from wrong clocks and are dropped.
    var events = Array(drop { !$0.isMove })
    events.dropMoves(afterThatTo: plan.state)
    let last = events.last?.at
    if !events.contains(where: { $0.kind == .moved(to: plan.state) }) {
      let at = plan.stateSince ?? last ?? plan.created?.at ?? now
      events.append(PlanEvent(.moved(to: plan.state), at: at.clamped(from: last, to: now)))
    }
    guard plan.isDeleted else {
      // The plan is shown, so deletions since the last restoration had no effect.
      let restored = events.lastIndex { $0.kind == .restored } ?? -1
      return events.enumerated().filter { $0.offset < restored || $0.element.kind != .deleted }
        .map(\.element)
    }
    if events.last(where: { $0.kind == .deleted || $0.kind == .restored })?.kind != .deleted {
      let at = plan.deletion?.at ?? now
      events.append(PlanEvent(.deleted, at: at.clamped(from: events.last?.at, to: now)))
    }
    return events
  }

  /// Returns the index of the event with which the plan entered its column, and the earlier time
  /// that an import gave for this; nil if no import gave one.
  func entryInTracker(of plan: Plan) -> (index: Int, at: Timestamp)? {
    let before = lastIndex { $0.isMove && $0.kind != .moved(to: plan.state) } ?? -1
    guard let since = plan.stateSince,
      let index = self[(before + 1)...].firstIndex(where: \.isMove), since < self[index].at,
      index == 0 || self[index - 1].at <= since
    else { return nil }
    return (index, since)
  }

  /// Returns the events with the time of one of them replaced.
  func moving(_ index: Int, to moment: Timestamp) -> [PlanEvent] {
    var events = self
    events[index] = PlanEvent(events[index].kind, at: moment, by: events[index].agent)
    return events
  }

  /// Removes all moves after the last move to a column; does nothing if no move leads there.
  private mutating func dropMoves(afterThatTo column: String) {
    guard let last = lastIndex(where: { $0.kind == .moved(to: column) }) else { return }
    self = self[...last] + self[(last + 1)...].filter { !$0.isMove }
  }
}

extension Timestamp {
  /// Returns this moment, or the nearest moment in a range if it lies outside.
  fileprivate func clamped(from first: Timestamp?, to last: Timestamp) -> Timestamp {
    max(first ?? self, min(self, last))
  }
}
