import PmgitTestSupport

@testable import PlanModel

/// The progress of a plan, computed from its column after each event.
struct SlowWork {
  var finished: Timestamp?
  var lead: Int64 = 0
  var cycle: Int64?
  var age: Int64?
  var isInProgress: Bool { age != nil }

  init(_ events: [PlanEvent], until: Timestamp, created: Timestamp) {
    let events = events.filter { $0.at <= until }
    // The kind of the plan's column after each event, with the time.
    var seen: [(kind: Column.Kind, at: Timestamp)] = []
    for count in events.indices.map({ $0 + 1 }) {
      let past = Array(events.prefix(count))
      let at = past[past.count - 1].at
      guard let column = RandomJourneys.column(at: .init(milliseconds: .max), after: past) else {
        continue
      }
      seen.append((RandomJourneys.stages.kind(of: column), at))
    }
    let isDeleted =
      !events.isEmpty && RandomJourneys.column(at: .init(milliseconds: .max), after: events) == nil
    guard let last = seen.last, last.kind != .todo else { return }
    let waited = seen.lastIndex { $0.kind == .todo }
    let sinceWaiting = seen[((waited ?? -1) + 1)...]
    let started = sinceWaiting.first { $0.kind == .doing }?.at
    if last.kind == .doing {
      if !isDeleted, let started { age = until.seconds - started.seconds }
      return
    }
    let worked = seen.lastIndex { $0.kind != .done }
    guard let worked else { return }
    let end = seen[worked + 1].at
    finished = end
    lead = end.seconds - created.seconds
    // If it was finished without work since it last waited, the start is unknown.
    cycle = started.map { end.seconds - $0.seconds }
  }

  /// Returns a percentile by sorting and counting.
  static func percentile(_ percent: Int, _ values: [Int64]) -> Int64? {
    values.sorted().first { value in
      values.count { $0 <= value } * 100 >= percent * values.count
    }
  }
}
