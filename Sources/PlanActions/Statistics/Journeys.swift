import PlanModel
import PlanStore

extension Workspace {
  /// Returns the moves of plans through the columns of their board, in the order of the plans.
  ///
  /// - Complexity: Reads one row of the index for each commit of the board.
  func journeys(of plans: [Plan], on shown: ShownBoard) throws -> [PlanJourney] {
    var events: [PlanID: [PlanEvent]] = [:]
    for change in try shown.snapshot.placeChanges() {
      events[change.plan, default: []] += change.events
    }
    return plans.map { PlanJourney($0, events: events[$0.id] ?? [], now: shown.now) }
  }
}

extension PlaceChange {
  fileprivate var events: [PlanEvent] {
    var events: [PlanEvent] = []
    if let column { events.append(PlanEvent(.moved(to: column), at: at)) }
    if let isDeleted { events.append(PlanEvent(isDeleted ? .deleted : .restored, at: at)) }
    return events
  }
}
