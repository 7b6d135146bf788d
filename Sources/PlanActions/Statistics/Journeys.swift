import PlanModel
import PlanStore

extension Workspace {
  /// Returns the ways of plans through the columns of their board, in the order of the plans.
  ///
  /// - Complexity: That of the board's whole history.
  func journeys(of plans: [Plan], on shown: ShownBoard) throws -> [PlanJourney] {
    let events = try shown.reader.placeEvents()
    return plans.map { PlanJourney($0, events: events[$0.id] ?? [], now: shown.now) }
  }
}

extension BoardReader {
  /// Returns what happened to the place of each plan, oldest first.
  fileprivate func placeEvents() throws(StoreError) -> [PlanID: [PlanEvent]] {
    var events: [PlanID: [PlanEvent]] = [:]
    var part = HistoryPart()
    // Of a plan that was added without a state, its creation tells.
    part.fields = ["state", "deleted", "created"]
    let entries = try history(of: .board, limit: nil, part: part)
    for entry in entries.reversed() {
      guard let plan = entry.plan else { continue }
      events[plan, default: []] += entry.placeEvents
    }
    return events
  }
}

extension HistoryEntry {
  fileprivate var placeEvents: [PlanEvent] {
    let state = changes.first { $0.path == .field("state") }
    let deletion = changes.first { $0.path == .field("deleted") }
    var events: [PlanEvent] = []
    if isCreation || state != nil {
      events.append(PlanEvent(.moved(to: state?.new?.string ?? ""), at: at))
    }
    if let deletion {
      let isDeleted = deletion.new?.object != nil
      if isDeleted || deletion.old != nil {
        events.append(PlanEvent(isDeleted ? .deleted : .restored, at: at))
      }
    }
    return events
  }
}
