/// The progress of the work on a plan.
package enum WorkState: Hashable, Sendable {
  /// The plan is in a column of kind `todo`.
  case waiting
  /// The plan is in a column of kind `doing`.
  case inProgress(since: Timestamp)
  /// The plan was moved to a column of kind `done`, or an import gave the time when it was
  /// finished.
  ///
  /// - Parameter started: When work began; nil if unknown, for example after a move from `todo`.
  case finished(at: Timestamp, started: Timestamp?)
  /// The plan was added as done, for example by an import without times; the time of the finish is
  /// unknown.
  case addedDone
  /// The plan was deleted before it was finished.
  case deleted
}

extension PlanJourney {
  /// Returns the progress at the end of the journey.
  ///
  /// Work begins when the plan moves from a column of kind `todo` to one of kind `doing` for the
  /// last time, or is added in a column of kind `doing`. If an import gives an earlier time, work
  /// begins then. Work ends when the plan enters the columns of kind `done` for the last time. A
  /// plan that is reopened for work keeps its start; a plan that goes back to `todo` gets a new
  /// one.
  package func work(by stages: Stages) -> WorkState { progress(by: stages).state }

  /// Returns the name of the agent that finished the plan, or that started it if it is in progress;
  /// nil if a person did, or in any other state.
  package func agent(by stages: Stages) -> String? {
    let progress = progress(by: stages)
    return switch progress.state {
    case .finished, .inProgress: progress.agent
    case .waiting, .addedDone, .deleted: nil
    }
  }

  /// Returns the progress, and the agent whose change led to this state.
  private func progress(by stages: Stages) -> (state: WorkState, agent: String?) {
    var state = WorkState.waiting
    var agent: String?
    for (index, stay) in stays.enumerated() {
      let before = state
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
      if state != before { agent = stay.agent }
    }
    guard stays.last?.until != nil else { return (state, agent) }
    switch state {
    case .waiting, .inProgress, .deleted: return (.deleted, agent)
    case .finished, .addedDone: return (state, agent)
    }
  }
}

// MARK: - Kinds of columns

/// The kind of each column: waiting, in progress or done.
///
/// Removed columns are included, because plans were in them in the past.
package struct Stages: Sendable {
  /// The columns of the board from left to right, without removed ones.
  package let columns: [Column]
  private let kinds: [ExactString: Column.Kind]
  private let titles: [ExactString: String]

  /// Determines the columns in which work begins and ends.
  ///
  /// - Parameter document: The board's settings.
  package init(_ document: PlanDocument) {
    let records = document.records(in: "columns")
    kinds = records.compactMapValues { $0["kind"]?.string.flatMap(Column.Kind.init) }
    titles = records.compactMapValues { $0["title"]?.string }
    columns = Board(document).columns
  }

  /// Returns the ids of columns in their order: first the board's, from left to right, then others
  /// sorted by id.
  func inOrder(_ ids: some Collection<ExactString>) -> [ExactString] {
    let known = columns.map { ExactString($0.id) }.filter(ids.contains)
    return known + Set(ids).subtracting(known).sorted()
  }

  /// Returns the kind of a column; a column that the board never had counts as `todo`.
  package func kind(of column: String) -> Column.Kind { kinds[ExactString(column)] ?? .todo }

  /// Returns the title of a column, or its id if the board never had it.
  package func title(of column: String) -> String { titles[ExactString(column)] ?? column }
}
