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
  /// The time in its column, or since its creation if it was never moved, as short as `3d`; nil for
  /// less than an hour.
  package let ageWords: String?
  /// The first name of the owner.
  package let owner: String?
  /// The first names of the assignees.
  package let assignees: [String]
  /// The first names of the assignees other than the owner.
  package let helpers: [String]
  /// The number of items done and of all items; nil if there are none.
  package let checklist: Progress?
  /// The open plans that block this one, whole ids in the order of the links; none if it is done.
  package let blockers: [PlanID]
  /// The short ids of `blockers`.
  package let blockerShortIDs: [String]

  package init(
    _ plan: Plan, board: Board, viewpoint: Viewpoint, relations: PlanRelations = PlanRelations()
  ) {
    self.plan = plan
    shortID = viewpoint.shortID(plan.id)
    columnTitle = board.title(of: plan.state)
    isOverdue = plan.isOverdue(on: viewpoint.today, board: board)
    let isDone = board.kind(of: plan.state) == .done
    self.isDone = isDone
    dueWords = plan.due.map { DueWords.words(for: $0, today: viewpoint.today, isDone: isDone) }
    stateSinceWords = plan.stateSince.map(viewpoint.words(since:))
    let since = plan.stateSince ?? plan.created?.at
    ageWords = since.flatMap { RelativeTime.shortWords(for: $0, now: viewpoint.now) }
    let owner = plan.owner.map { Person($0) }
    self.owner = owner?.shortName
    let people = plan.assignees.map { Person($0) }
    assignees = people.map(\.shortName)
    helpers = people.filter { person in !(owner?.isSame(as: person) ?? false) }.map(\.shortName)
    let done = plan.checklist.count { $0.done }
    checklist =
      plan.checklist.isEmpty ? nil : Progress(done: done, total: plan.checklist.count)
    blockers = relations.openBlockers(of: plan.id)
    blockerShortIDs = blockers.map(viewpoint.shortID)
  }

  package var isBlocked: Bool { !blockers.isEmpty }

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
