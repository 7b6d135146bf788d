package import PlanModel

/// The facts of a plan that a card or a line of a list shows.
package struct PlanSummary: Sendable {
  package let plan: Plan
  /// The shortest unique prefix of the id.
  package let shortID: String
  /// The title of the column, or the `state` itself if the board does not have the column.
  package let columnTitle: String
  /// Whether the plan is in a column of work that is done.
  package let isDone: Bool
  package let isOverdue: Bool
  /// The due date in words.
  package let dueWords: String?
  /// The time since the plan entered its column, in words; nil if it was never moved.
  package let stateSinceWords: String?
  /// The first names of the assignees.
  package let assignees: [String]
  /// The number of items done and of all items; nil if there are none.
  package let checklist: (done: Int, total: Int)?

  package init(_ plan: Plan, board: Board, viewpoint: Viewpoint) {
    self.plan = plan
    shortID = viewpoint.shortID(plan.id)
    columnTitle = board.title(of: plan.state)
    isOverdue = plan.isOverdue(on: viewpoint.today, board: board)
    let isDone = board.kind(of: plan.state) == .done
    self.isDone = isDone
    dueWords = plan.due.map { DueWords.words(for: $0, today: viewpoint.today, isDone: isDone) }
    stateSinceWords = plan.stateSince.map(viewpoint.words(since:))
    assignees = plan.assignees.map { Person($0).shortName }
    let done = plan.checklist.count { $0.done }
    checklist = plan.checklist.isEmpty ? nil : (done, plan.checklist.count)
  }

  /// The title, or a note that there is none.
  package var title: StyledText {
    plan.title.isEmpty ? StyledText("(no title)", .muted) : StyledText(plan.title, .title)
  }

  /// A note about the plan's deletion; nil if it was not deleted.
  package var deletionNote: SafeText? {
    guard let deletion = plan.deletion else { return nil }
    let name = Person(deletion.by).fullName
    let who: SafeText = name.isEmpty ? "deleted" : "deleted by \(name)"
    return deletion.holds ? who : "\(who), but changed since"
  }
}
