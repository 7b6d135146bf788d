/// A plan as people see it: the shown value of every field, and the conflicts.
///
/// A plan is read from a `PlanDocument` and never written back; changes are `Edit`s.
package struct Plan: Hashable, Sendable {
  package var id: PlanID
  package var title: String = ""
  /// The description, one string a line, without line feeds.
  package var body: [String] = []
  /// The id of the column; it may be one that the board does not have.
  package var state: String = ""
  /// The day on which work begins.
  package var start: CalendarDay?
  package var due: CalendarDay?
  package var priority: Priority?
  package var owner: String?
  package var estimate: JSONNumber?
  /// The position in the column, as a key of `Rank`.
  package var rank: String = ""
  package var labels: [String] = []
  package var assignees: [String] = []
  package var links: [Link] = []
  /// The ids of the plan in other trackers, such as `github:owner/repo#12`.
  package var aliases: [String] = []
  /// The checklist in its order, without removed items.
  package var checklist: [ChecklistItem] = []
  /// The comments, oldest first, without removed ones.
  package var comments: [Comment] = []
  /// The ids of removed items, so that an import does not bring them back.
  package var removedItemIDs: Set<String> = []
  package var created: Creation?
  /// Members of the plan that this version does not know.
  package var other: [ExactString: JSONValue] = [:]
  /// The values of fields, sets and lists of items that this version does not know, by their paths;
  /// those of removed items left out.
  package var unknown: [ElementPath: JSONValue] = [:]
  package var deletion: Deletion?
  /// The time of the latest change: the greatest stamp, or the time of creation.
  package var updated: Timestamp?
  /// The time when the plan entered its column; nil if it was never moved.
  package var stateSince: Timestamp?
  /// The time when the owner was set; nil without one, or if the plan was added with its owner.
  package var ownerSince: Timestamp?
  /// The fields in conflict, in the order of their paths.
  package var conflicts: [Conflict] = []

  package init(id: PlanID) { self.id = id }

  /// Whether the plan is hidden: deleted, and not changed since.
  package var isDeleted: Bool { deletion?.holds ?? false }

  /// The ids of the commits of the code that belong to the plan, in the order of their characters.
  package var commits: [String] { links.filter { $0.kind == Link.commitKind }.map(\.target) }

  /// Whether the due date is before `today` and the column is not one of finished work.
  package func isOverdue(on today: CalendarDay, board: Board) -> Bool {
    guard let due, due < today else { return false }
    return board.kind(of: state) != .done
  }
}
