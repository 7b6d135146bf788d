package import PlanModel

/// The data of a plan for a card or for a row of a list.
///
/// Most of it is computed when it is read, because each form of output needs only a part.
package struct PlanSummary: Sendable {
  package let plan: Plan
  /// The full ids of the open plans that block this one, in the order of the links; empty if this
  /// plan is done.
  package let blockers: [PlanID]
  private let board: SummarizedBoard

  package init(_ plan: Plan, on board: SummarizedBoard) {
    (self.plan, self.board) = (plan, board)
    blockers = board.relations.openBlockers(of: plan.id)
  }

  package init(
    _ plan: Plan, board: Board, viewpoint: Viewpoint, relations: PlanRelations = PlanRelations()
  ) {
    self.init(plan, on: SummarizedBoard(board, viewpoint, relations))
  }

  private var viewpoint: Viewpoint { board.viewpoint }

  /// The shortest unique prefix of the id.
  package var shortID: String { viewpoint.shortID(plan.id) }
  /// The title of the column, or the plan's `state` if the board has no such column.
  package var columnTitle: String { board.board.title(of: plan.state) }
  /// Whether the plan is in a done column.
  package var isDone: Bool { board.board.kind(of: plan.state) == .done }
  package var isOverdue: Bool { plan.isOverdue(on: viewpoint.today, board: board.board) }
  /// The due date in words; nil if there is none.
  package var dueWords: String? {
    plan.due.map { $0.dueWords(today: viewpoint.today, isDone: isDone) }
  }
  /// The time since the plan entered its column, in words; nil if it was never moved.
  package var stateSinceWords: String? { plan.stateSince.map(viewpoint.words(since:)) }
  /// The time since the plan entered its column, or since its creation if it was never moved, such
  /// as `3d`; nil if that is unknown or less than an hour.
  package var ageWords: String? {
    columnSince.flatMap { $0.shortAge(now: viewpoint.now) }
  }
  /// Whether the plan has been in its column for two weeks or more.
  package var isStale: Bool {
    columnSince.map { viewpoint.now.milliseconds - $0.milliseconds >= 14 * 86_400_000 } ?? false
  }
  private var columnSince: Timestamp? { plan.stateSince ?? plan.created?.at }
  /// The first name of the owner; nil without an owner.
  package var owner: String? { plan.owner.map { Person($0).shortName } }
  /// The first names of the assignees.
  package var assignees: [String] { plan.assignees.map { Person($0).shortName } }
  /// The first names of the assignees, without the owner.
  package var helpers: [String] {
    let owner = plan.owner.map { Person($0) }
    return plan.assignees.map { Person($0) }
      .filter { person in !(owner?.isSame(as: person) ?? false) }.map(\.shortName)
  }
  /// The values of all custom fields of the board that the plan has.
  package var customValues: [(field: CustomField, value: CustomValue)] {
    board.board.fields.compactMap { field in field.value(of: plan).map { (field, $0) } }
  }
  /// The number of ticked items and of all items; nil without items.
  package var checklist: Progress? { plan.outline.checklist }
  /// The short ids of `blockers`.
  package var blockerShortIDs: [String] { blockers.map(viewpoint.shortID) }

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

/// The data that all summaries of a list share: the board, the viewpoint and the relations of the
/// plans.
package final class SummarizedBoard: Sendable {
  let board: Board
  let viewpoint: Viewpoint
  let relations: PlanRelations

  package init(
    _ board: Board, _ viewpoint: Viewpoint, _ relations: PlanRelations = PlanRelations()
  ) {
    (self.board, self.viewpoint, self.relations) = (board, viewpoint, relations)
  }
}

/// The point of view of a reader: the current time and day, the short forms of ids, and the style
/// of dates.
package struct Viewpoint: Sendable {
  package let now: Timestamp
  /// The current day in the reader's time zone, which `now` alone does not determine.
  package let today: CalendarDay
  /// Returns the shortest unique prefix of a plan's id on the board.
  package let shortID: @Sendable (PlanID) -> String
  /// The style in which moments are shown.
  package var dates = DateStyle.relative
  /// The clocks in whose time zone times of day are shown.
  package var clocks = LocalClocks.utc

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
