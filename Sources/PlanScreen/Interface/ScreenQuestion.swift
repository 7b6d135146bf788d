package import PlanModel
package import PlanView

/// A question that a screen asks about the board. It is answered by the `ScreenAnswer` with the
/// same name, or by a failure.
package enum ScreenQuestion: Hashable, Sendable {
  /// The board with the plans that match a query.
  ///
  /// - Parameter past: The commit of a past board, in hexadecimal; nil for the present.
  case board(query: String, past: String?)
  /// One plan with all its details.
  case plan(PlanID, past: String?)
  /// The conflicts of all plans and of the board's settings.
  case conflicts
  /// The newest changes of the board, newest first, without their details.
  case moments
  /// A chart of some plans.
  ///
  /// - Parameter until: The end of the chart; nil for the present.
  case chart(ChartKind, query: String, until: Timestamp?)
  case roadmap(query: String)
  /// The completions of the last word of a query.
  case completions(query: String)
  /// The possible values of a field: people or labels.
  case choices(ScreenChoice.Subject)

  /// Whether a newer question of the same kind makes the answer to this one useless.
  package func isReplaced(by newer: ScreenQuestion) -> Bool {
    switch (self, newer) {
    case (.board, .board), (.plan, .plan), (.conflicts, .conflicts), (.moments, .moments),
      (.chart, .chart), (.roadmap, .roadmap), (.chart, .roadmap), (.roadmap, .chart),
      (.completions, .completions), (.choices, .choices):
      true
    default: false
    }
  }
}

/// The answer to a `ScreenQuestion`.
package enum ScreenAnswer: Sendable {
  case board(BoardContent)
  case plan(PlanContent)
  case conflicts(ConflictContent)
  case moments([CommitSummary])
  case chart(ScreenDrawing)
  case roadmap(ScreenRoadmap)
  case completions([Completion])
  case choices([ScreenChoice])
}

/// A board as of one commit.
package struct BoardContent: Sendable {
  /// The name of the board, such as `main`.
  package let name: String
  /// The commit that was read, in hexadecimal. Changes are decided on it.
  package let commit: String
  package let board: Board
  /// All cards, with the limits `BoardModel.CardLimits.all`.
  package let model: BoardModel
  package let viewpoint: Viewpoint
  /// The number of plans with changes that are not on the remote yet; nil without a remote.
  package let unshared: Int?
  /// Messages about files that could not be read, and remarks on the query.
  package let notices: [String]

  package init(
    name: String, commit: String, board: Board, model: BoardModel, viewpoint: Viewpoint,
    unshared: Int? = nil, notices: [String] = []
  ) {
    (self.name, self.commit, self.board, self.model) = (name, commit, board, model)
    (self.viewpoint, self.unshared, self.notices) = (viewpoint, unshared, notices)
  }
}

/// A plan as of one commit.
package struct PlanContent: Sendable {
  package let commit: String
  package let detail: PlanDetail

  package init(commit: String, detail: PlanDetail) {
    (self.commit, self.detail) = (commit, detail)
  }
}

/// The conflicts of a board as of one commit.
package struct ConflictContent: Sendable {
  package let commit: String
  package let list: ConflictList

  package init(commit: String, list: ConflictList) { (self.commit, self.list) = (commit, list) }
}

/// A chart that is laid out when its size is known, in at most `rows` lines of at most `columns`
/// cells.
package typealias ScreenDrawing = @Sendable (_ columns: Int, _ rows: Int) -> [StyledText]

/// A roadmap that is laid out when its days and its width are known.
package typealias ScreenRoadmap = @Sendable (RoadmapPage.Window) -> RoadmapPage

/// A value that can be chosen from a list.
package struct ScreenChoice: Hashable, Sendable {
  package enum Subject: Hashable, Sendable { case people, labels }

  /// The stored value, for `ScreenChange`.
  package let value: String
  /// The value in words.
  package let words: String
  /// A remark, such as the number of plans.
  package let about: String

  package init(_ value: String, words: String? = nil, about: String = "") {
    (self.value, self.words, self.about) = (value, words ?? value, about)
  }
}
