package import PlanModel

/// The state of a board and of its copy on a remote, as `pmgit status` shows it.
package struct StatusModel: Sendable {
  /// How the board compares with its copy on a remote.
  package enum Remote: Hashable, Sendable {
    /// No remote is configured.
    case none
    /// The remote did not have the board at the last fetch.
    case neverSynced(name: String)
    /// `ahead` commits exist only here, and `behind` commits only on the remote, as of the last
    /// fetch.
    case tracked(name: String, ahead: Int, behind: Int)
  }

  /// The last pull of a bridge in this clone.
  package struct BridgeLine: Hashable, Sendable {
    package let name: String
    /// The time of the pull; nil before the first one.
    package let at: Timestamp?
    /// The time of the pull in words: `2 hours ago`.
    package let timeWords: String?
    /// The outcome of the pull in words.
    package let words: String
    package let isFailed: Bool

    package init(name: String, at: Timestamp?, now: Timestamp, words: String, isFailed: Bool) {
      (self.name, self.at, self.words, self.isFailed) = (name, at, words, isFailed)
      timeWords = at?.relativeWords(now: now)
    }
  }

  package let board: BoardName
  package let title: String?
  package let remote: Remote
  /// The address of the board's home; nil if the board is where the code is.
  package var home: String?
  /// The columns without their cards.
  package let columns: [BoardModel.Lane]
  /// The number of conflicted fields, including those of the board's settings.
  package let conflictCount: Int
  package let overdueCount: Int
  /// The number of plan files that can't be read.
  package let unreadableCount: Int
  package var bridges: [BridgeLine] = []
  /// The time of this clone's last sync in words, such as `2 hours ago`; nil if it is unknown or
  /// was less than a minute ago.
  package var lastSyncWords: String?

  /// The numbers that a status shows of the plans of a board. Deleted plans are not counted.
  package struct Counts: Sendable {
    private let board: Board
    private let today: CalendarDay
    fileprivate var byState: [ExactString: BoardModel.LaneCount] = [:]
    fileprivate var (conflicts, overdue) = (0, 0)

    package init(on board: Board, _ today: CalendarDay) {
      (self.board, self.today) = (board, today)
    }

    package mutating func add(_ plan: Plan) {
      guard !plan.isDeleted else { return }
      byState[ExactString(plan.state), default: BoardModel.LaneCount()].present += 1
      conflicts += plan.conflicts.count
      if plan.isOverdue(on: today, board: board) { overdue += 1 }
    }
  }

  /// Counts the plans of a board, and describes the state of its remote.
  ///
  /// - Parameter plans: All plans of the board.
  package init(
    name: BoardName, remote: Remote, plans: [Plan], board: Board, today: CalendarDay,
    unreadableCount: Int = 0
  ) {
    var counts = Counts(on: board, today)
    for plan in plans { counts.add(plan) }
    self.init(
      name: name, remote: remote, counts: counts, board: board, unreadableCount: unreadableCount)
  }

  /// Describes a board whose plans were counted, and the state of its remote.
  package init(
    name: BoardName, remote: Remote, counts: Counts, board: Board, unreadableCount: Int
  ) {
    (self.board, self.remote, self.unreadableCount) = (name, remote, unreadableCount)
    title = board.title
    columns = BoardModel.lanes(of: board, counts.byState)
    conflictCount = board.conflicts.count + counts.conflicts
    overdueCount = counts.overdue
  }

  /// The comparison with the remote, in words, with the time of the last sync if it is known.
  package var remoteWords: StyledText {
    guard case .tracked = remote, let lastSyncWords else { return comparisonWords }
    return comparisonWords + ", as of \(lastSyncWords)"
  }

  private var comparisonWords: StyledText {
    switch remote {
    case .none: "no remote: this board is only here"
    case .neverSynced(let name): "never synced with '\(name)'"
    case .tracked(let name, 0, 0): "up to date with '\(name)'"
    case .tracked(let name, let ahead, 0):
      "ahead of '\(name)': \(CountWords.words(ahead, "commit")) to push"
    case .tracked(let name, 0, let behind):
      "behind '\(name)': \(CountWords.words(behind, "commit")) to pull"
    case .tracked(let name, let ahead, let behind):
      "diverged from '\(name)': \(CountWords.words(ahead, "commit")) to push, \(behind) to pull"
    }
  }
}
