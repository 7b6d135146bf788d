/// How far the work on a plan has come.
package enum WorkState: Hashable, Sendable {
  /// In a column of kind `todo`.
  case waiting
  /// In a column of kind `doing`.
  case inProgress(since: Timestamp)
  /// Moved to a column of kind `done`, where it has stayed.
  ///
  /// - Parameter started: nil if nobody knows when it was begun, as if it came from a column of kind `todo`.
  case finished(at: Timestamp, started: Timestamp?)
  /// Done from the beginning, as by an import that does not say when: it was never seen being finished.
  case addedDone
  /// Deleted before it was finished.
  case deleted
}

extension PlanJourney {
  /// Returns how far the work has come at the end of the journey.
  ///
  /// Work begins when the plan leaves the columns of kind `todo` for the last time, or is added in
  /// a column of kind `doing`. It is finished when the plan enters the columns of kind `done` for the
  /// last time. So a plan that is opened again for more work goes on with its first beginning, and
  /// one that goes back to wait begins anew.
  package func work(by stages: Stages) -> WorkState {
    var state = WorkState.waiting
    for (index, stay) in stays.enumerated() {
      switch (stages.kind(of: stay.column), state) {
      case (.todo, _): state = .waiting
      case (.doing, .finished(_, let started?)): state = .inProgress(since: started)
      case (.doing, .inProgress): break
      case (.doing, _):
        state = .inProgress(since: (index == 0 ? startedBefore : nil) ?? stay.since)
      case (.done, .inProgress(let started)): state = .finished(at: stay.since, started: started)
      case (.done, .waiting) where index == 0:
        state =
          knowsFirstEntry ? .finished(at: stay.since, started: startedBefore) : .addedDone
      case (.done, .waiting): state = .finished(at: stay.since, started: nil)
      case (.done, _): break
      }
    }
    guard stays.last?.until != nil else { return state }
    switch state {
    case .waiting, .inProgress, .deleted: return .deleted
    case .finished, .addedDone: return state
    }
  }
}
