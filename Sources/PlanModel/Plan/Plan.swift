/// A plan as people see it: the shown value of every field, with what waits for a decision.
///
/// A plan is read from a `PlanDocument` and never written back; changes are `Edit`s.
package struct Plan: Hashable, Sendable {
  package var id: PlanID
  package var title: String = ""
  /// The description, one string a line, without line feeds.
  package var body: [String] = []
  /// The id of the column; it may be one that the board does not have.
  package var state: String = ""
  package var due: CalendarDay?
  package var priority: Priority?
  package var owner: String?
  package var estimate: JSONNumber?
  /// The position in the column; see `Rank`.
  package var rank: String = ""
  package var labels: [String] = []
  package var assignees: [String] = []
  package var links: [Link] = []
  /// Ids of the plan elsewhere, such as `github:owner/repo#12`.
  package var aliases: [String] = []
  /// Without removed items, in their order.
  package var checklist: [ChecklistItem] = []
  /// Without removed comments, oldest first.
  package var comments: [Comment] = []
  /// The ids of removed items, so that an import does not bring them back.
  package var removedItemIDs: Set<String> = []
  package var created: Creation?
  /// Members of the plan that this version does not know.
  package var other: [ExactString: JSONValue] = [:]
  package var deletion: Deletion?
  /// When anything was last written: the greatest stamp, or the time of creation.
  package var updated: Timestamp?
  /// When the plan entered its column; nil for never moved since it was created.
  package var stateSince: Timestamp?
  /// The fields that were written apart and wait for a decision, in the order of their paths.
  package var conflicts: [Conflict] = []

  package init(id: PlanID) { self.id = id }

  /// Whether the plan is hidden: deleted, and not changed by anybody since.
  package var isDeleted: Bool { deletion?.holds ?? false }

  /// The ids of the commits of the code that belong to the plan, in the order of their characters.
  package var commits: [String] { links.filter { $0.kind == Link.commitKind }.map(\.target) }

  /// Whether the due date is before `today` in a column where work is not done.
  package func isOverdue(on today: CalendarDay, board: Board) -> Bool {
    guard let due, due < today else { return false }
    return board.kind(of: state) != .done
  }
}
