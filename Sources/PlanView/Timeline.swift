package import PlanModel

/// The changes of one commit to one plan, or to the board's settings, from the history.
package struct TimelineEntry: Hashable, Sendable {
  package let commit: CommitID
  package let at: Timestamp?
  /// The author, `Name <email>`.
  package let author: String
  /// The agent that made the changes; nil for a person.
  package let agent: Agent?
  /// Whether the commit undoes another one.
  package let isUndo: Bool
  /// The plan; nil for a change of the board's settings.
  package let plan: PlanID?
  package let planTitle: String
  package let changes: [FieldChange]
  /// The number of other plans that the commit changed and that have no entries.
  package let others: Int

  package init(
    commit: CommitID, at: Timestamp?, author: String, agent: Agent? = nil,
    isUndo: Bool = false, plan: PlanID?, planTitle: String, changes: [FieldChange], others: Int = 0
  ) {
    (self.commit, self.at, self.author, self.agent) = (commit, at, author, agent)
    (self.plan, self.planTitle, self.changes) = (plan, planTitle, changes)
    (self.isUndo, self.others) = (isUndo, others)
  }
}

/// The history in words, as `pmgit log` and `pmgit show` show it.
package struct Timeline: Sendable {
  package struct Row: Sendable {
    package let entry: TimelineEntry
    /// The time since the commit, in words.
    package let timeWords: String
    /// The author's name without the address; for an agent, also the person for whom it acted.
    package let author: String
    /// The short id of the plan; nil for a change of the board's settings.
    package let shortID: String?
    /// The changes in words, one line each; for an undo, below the word "undo".
    package let changes: [StyledText]
  }

  /// The rows in the given order, usually newest first.
  package let rows: [Row]

  package init(_ entries: some Sequence<TimelineEntry>, board: Board, viewpoint: Viewpoint) {
    rows = entries.map { entry in
      Row(entry, entry.changes.words(on: board, at: entry.at), viewpoint)
    }
  }

  /// Collects a timeline from more entries than fit in memory, by keeping only some words of each.
  package struct Summary {
    private let board: Board
    private var entries: [(entry: TimelineEntry, words: [StyledText])] = []

    /// The largest number of changes to a plan in one commit that are shown.
    private static let mostChanges = 40

    package init(on board: Board) { self.board = board }

    package mutating func add(_ entry: TimelineEntry) {
      var words = entry.changes.words(on: board, at: entry.at)
      if words.count > Self.mostChanges {
        let more = words.count - Self.mostChanges
        words = words.prefix(Self.mostChanges) + [StyledText("and \(more) more changes", .muted)]
      }
      entries.append((entry.withoutChanges, words))
    }

    /// The plans of the entries.
    package var plans: Set<PlanID> { Set(entries.compactMap(\.entry.plan)) }

    package func timeline(_ viewpoint: Viewpoint) -> Timeline {
      Timeline(rows: entries.map { Row($0.entry, $0.words, viewpoint) })
    }
  }

  private init(rows: [Row]) { self.rows = rows }
}

extension Timeline.Row {
  fileprivate init(_ entry: TimelineEntry, _ words: [StyledText], _ viewpoint: Viewpoint) {
    self.init(
      entry: entry, timeWords: viewpoint.words(since: entry.at),
      author: entry.agent?.words ?? Person(entry.author).fullName,
      shortID: entry.plan.map(viewpoint.shortID),
      changes: (entry.isUndo ? ["undo"] : []) + words)
  }
}

extension TimelineEntry {
  fileprivate var withoutChanges: TimelineEntry {
    TimelineEntry(
      commit: commit, at: at, author: author, agent: agent, isUndo: isUndo, plan: plan,
      planTitle: planTitle, changes: [], others: others)
  }
}
