/// What a commit did to the place of a plan on the board.
package struct PlanEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The plan was added in a column, or moved there.
    case moved(to: String)
    case deleted
    case restored
  }

  /// The author's time of the commit.
  package let at: Timestamp
  package let kind: Kind

  package init(_ kind: Kind, at: Timestamp) { (self.kind, self.at) = (kind, at) }

  fileprivate var isMove: Bool { if case .moved = kind { true } else { false } }
}

extension [PlanEvent] {
  /// Returns the events in the order of their times, none later than `now`; those of one time stay
  /// in their order.
  func ordered(upTo now: Timestamp) -> [PlanEvent] {
    map { PlanEvent($0.kind, at: Swift.min($0.at, now)) }.enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// Returns the events so that they lead to where a plan is now.
  ///
  /// They may lead elsewhere where the clocks of two people differ, where changes were made apart, and
  /// where a merge was made by hand. The board as it is shown is right.
  ///
  /// - Parameter now: The time of what no event tells of.
  func leading(to plan: Plan, now: Timestamp) -> [PlanEvent] {
    // A deletion that a wrong clock dates before the plan was made is none.
    var events = Array(drop { !$0.isMove })
    events.dropMoves(afterThatTo: plan.state)
    let last = events.last?.at
    if !events.contains(where: { $0.kind == .moved(to: plan.state) }) {
      let at = plan.stateSince ?? last ?? plan.created?.at ?? now
      events.append(PlanEvent(.moved(to: plan.state), at: at.clamped(from: last, to: now)))
    }
    guard plan.isDeleted else {
      // A deletion that did not know of a change hides nothing.
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

  /// Returns when a plan entered its column before it came to this board, as an import said; nil if it was
  /// moved here, or if nothing says so.
  func entryElsewhere(of plan: Plan) -> Timestamp? {
    guard let since = plan.stateSince, let first = first(where: \.isMove), since < first.at,
      allSatisfy({ !$0.isMove || $0.kind == .moved(to: plan.state) })
    else { return nil }
    return since
  }

  /// Returns the events with the first move at another time.
  func beginning(at moment: Timestamp) -> [PlanEvent] {
    guard let index = firstIndex(where: \.isMove) else { return self }
    var events = self
    events[index] = PlanEvent(events[index].kind, at: moment)
    return events
  }

  /// Removes the moves elsewhere that come after the last one to a column; none if there is no such one.
  private mutating func dropMoves(afterThatTo column: String) {
    guard let last = lastIndex(where: { $0.kind == .moved(to: column) }) else { return }
    self = self[...last] + self[(last + 1)...].filter { !$0.isMove }
  }
}

extension Timestamp {
  /// Returns the moment, or the limit that it is beyond.
  fileprivate func clamped(from first: Timestamp?, to last: Timestamp) -> Timestamp {
    max(first ?? self, min(self, last))
  }
}
