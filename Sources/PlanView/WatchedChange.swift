package import PlanModel

/// What `pmgit watch` can wait for on a board.
package enum WatchGoal: String, CaseIterable, Sendable {
  /// One of the plans can be started, and nobody owns it.
  case ready
  /// All of the plans are in columns of kind done.
  case done
  /// One of the plans was changed.
  case change
}

/// One change that `pmgit watch` reports.
package struct WatchedChange: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    /// A commit, or a reset, changed a plan or the settings.
    case changed(ChangeKind)
    /// The branch was moved from one commit to another that lacks changes of the first.
    case reset(from: CommitID, to: CommitID)
    /// The plan meets the goal.
    case met(WatchGoal)
  }

  package let event: Event
  /// The change from the history. A difference caused by a reset has no time and an empty author.
  /// For events other than `changed`, only the commit and the plan are known.
  package let entry: TimelineEntry
  /// The short id of the plan; nil for an event of the whole board.
  package let shortID: String?

  package init(_ event: Event, _ entry: TimelineEntry, shortID: String?) {
    (self.event, self.entry, self.shortID) = (event, entry, shortID)
  }

  /// The event in one word, which programs can rely on.
  package var word: String {
    switch event {
    case .changed(let kind): kind.rawValue
    case .reset: "reset"
    case .met(let goal): goal.rawValue
    }
  }

  /// The old and the new column of a moved plan, and the column of a created one.
  package var columns: (from: String?, to: String?) {
    switch event {
    case .changed(.moved), .changed(.created):
      let move = entry.changes.first { $0.path == .field("state") }
      return (move?.old?.string, move?.new?.string)
    default: return (nil, nil)
    }
  }
}
