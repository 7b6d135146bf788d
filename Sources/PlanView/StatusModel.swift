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
  /// The columns without their cards.
  package let columns: [BoardModel.Lane]
  /// The number of conflicted fields, including those of the board's settings.
  package let conflictCount: Int
  package let overdueCount: Int
  /// The number of plan files that can't be read.
  package let unreadableCount: Int
  package var bridges: [BridgeLine] = []

  /// Counts the plans of a board, and describes the state of its remote.
  ///
  /// - Parameter plans: All plans of the board. Deleted plans are not counted.
  /// - Complexity: O(n).
  package init(
    name: BoardName, remote: Remote, plans: [Plan], board: Board,
    viewpoint: Viewpoint, unreadableCount: Int = 0
  ) {
    self.unreadableCount = unreadableCount
    let present = plans.filter { !$0.isDeleted }
    self.board = name
    self.remote = remote
    title = board.title
    var counts = BoardModel.Options()
    counts.limits = BoardModel.CardLimits(perColumn: 0, perDoneColumn: 0)
    columns = BoardModel(present, board: board, viewpoint: viewpoint, options: counts).lanes
    conflictCount =
      board.conflicts.count + present.reduce(0) { $0 + $1.conflicts.count }
    overdueCount = present.count { $0.isOverdue(on: viewpoint.today, board: board) }
  }

  /// The comparison with the remote, in words.
  package var remoteWords: StyledText {
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
