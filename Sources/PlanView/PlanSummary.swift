package import PlanModel

/// The data of a plan for a card or for a row of a list.
package struct PlanSummary: Sendable {
  package let plan: Plan
  /// The shortest unique prefix of the id.
  package let shortID: String
  /// The title of the column, or the plan's `state` if the board has no such column.
  package let columnTitle: String
  /// Whether the plan is in a done column.
  package let isDone: Bool
  package let isOverdue: Bool
  /// The due date in words; nil if there is none.
  package let dueWords: String?
  /// The time since the plan entered its column, in words; nil if it was never moved.
  package let stateSinceWords: String?
  /// The time since the plan entered its column, or since its creation if it was never moved, such
  /// as `3d`; nil if that is unknown or less than an hour.
  package let ageWords: String?
  /// The first name of the owner; nil without an owner.
  package let owner: String?
  /// The first names of the assignees.
  package let assignees: [String]
  /// The first names of the assignees, without the owner.
  package let helpers: [String]
  /// The number of ticked items and of all items; nil without items.
  package let checklist: Progress?
  /// The full ids of the open plans that block this one, in the order of the links; empty if this
  /// plan is done.
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

  /// The title, or `(no title)`.
  package var title: StyledText {
    plan.title.isEmpty ? StyledText("(no title)", .muted) : StyledText(plan.title, .title)
  }

  /// A note that the plan was deleted; nil if it was not.
  package var deletionNote: SafeText? {
    guard let deletion = plan.deletion else { return nil }
    let name = Person(deletion.by).fullName
    let who: SafeText = name.isEmpty ? "deleted" : "deleted by \(name)"
    return deletion.holds ? who : "\(who), but changed since"
  }
}

/// What views depend on besides the plans: the current time and day, the short forms of ids, and
/// the style of dates.
package struct Viewpoint: Sendable {
  package let now: Timestamp
  /// The current day in the reader's time zone, which `now` alone does not determine.
  package let today: CalendarDay
  /// Returns the shortest unique prefix of a plan's id on the board.
  package let shortID: @Sendable (PlanID) -> String
  /// The style in which moments are shown.
  package var dates = DateStyle.relative

  package init(
    now: Timestamp, today: CalendarDay,
    shortID: @escaping @Sendable (PlanID) -> String = { String($0.text.prefix(4)) }
  ) {
    (self.now, self.today, self.shortID) = (now, today, shortID)
  }

  /// Returns a moment in words, by default as the time since then. Returns `at an unknown time` for
  /// nil.
  package func words(since time: Timestamp?) -> String {
    time.map { dates.words(for: $0, now: now) } ?? "at an unknown time"
  }
}
