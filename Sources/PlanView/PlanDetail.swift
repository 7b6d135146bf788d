package import PlanModel

/// Everything about one plan: what `pmgit show` shows.
package struct PlanDetail: Sendable {
  /// A link with what is known of the plan at its end.
  package struct LinkedPlan: Sendable {
    package let link: Link
    /// The short id of a plan on this board; nil for an alias or a plan that is not there.
    package let shortID: String?
    package let title: String?
  }

  package struct CommentEntry: Sendable {
    package let comment: Comment
    package let author: String
    package let timeWords: String
  }

  package let summary: PlanSummary
  package let isKnownColumn: Bool
  package let links: [LinkedPlan]
  package let comments: [CommentEntry]
  package let conflicts: [ConflictList.Field]
  /// Newest first.
  package let lastChanges: Timeline
  /// When the plan was created and was last written, in words.
  package let createdWords, updatedWords: String?

  package var plan: Plan { summary.plan }

  /// - Parameters:
  ///   - titles: The titles of the plans that `plan` links to.
  ///   - lastChanges: The plan's latest history, newest first.
  ///   - authors: Tells who wrote the values of a conflict.
  package init(
    _ plan: Plan, board: Board, viewpoint: Viewpoint, titles: [PlanID: String] = [:],
    lastChanges: [TimelineEntry] = [], authors: ConflictList.Authors = { _, _, _ in nil }
  ) {
    summary = PlanSummary(plan, board: board, viewpoint: viewpoint)
    isKnownColumn = board[column: plan.state] != nil
    links = plan.links.map { link in
      let title = PlanID(link.target).flatMap { titles[$0] }
      let shortID = title == nil ? nil : PlanID(link.target).map(viewpoint.shortID)
      return LinkedPlan(link: link, shortID: shortID, title: title)
    }
    comments = plan.comments.map { comment in
      CommentEntry(
        comment: comment, author: Person(comment.by).fullName,
        timeWords: viewpoint.words(since: comment.at))
    }
    conflicts = plan.conflicts.map { conflict in
      ConflictList.Field(conflict, board: board, viewpoint: viewpoint) {
        authors(plan.id, conflict.path, $0)
      }
    }
    self.lastChanges = Timeline(lastChanges, board: board, viewpoint: viewpoint)
    createdWords = plan.created?.at.map(viewpoint.words(since:))
    updatedWords = plan.updated.map(viewpoint.words(since:))
  }
}
