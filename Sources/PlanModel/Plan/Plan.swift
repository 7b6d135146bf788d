/// A plan as people see it: the shown value of every field, and the conflicts.
///
/// Plans are read from a `PlanDocument` and never written back; an `Edit` changes the document.
///
/// A plan is a value, but its values are behind one reference that never changes. So a list is
/// filtered and sorted without copying them, and a plan of the index unpacks a value when it is
/// read. A change of `values` unpacks and copies all of them.
package struct Plan: Sendable {
  package var id: PlanID
  private(set) var rows: any PlanRows
  private(set) var row: Int

  package init(id: PlanID, _ values: PlanValues = PlanValues()) {
    self.init(id: id, in: PlanInMemory(values), row: 0)
  }

  /// Creates a plan with the values of a row.
  package init(id: PlanID, in rows: any PlanRows, row: Int) {
    (self.id, self.rows, self.row) = (id, rows, row)
  }

  package var values: PlanValues {
    get { rows.values(at: row) }
    set { (rows, row) = (PlanInMemory(newValue), 0) }
  }

  /// The same plan with all values unpacked, for code that reads most of them.
  var unpacked: Plan { Plan(id: id, values) }
}

extension Plan: Hashable {
  package static func == (left: Plan, right: Plan) -> Bool {
    left.id == right.id
      && (left.rows === right.rows && left.row == right.row || left.values == right.values)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(values)
  }
}

package struct PlanValues: Hashable, Sendable {
  package var title: String = ""
  /// The id of the column; the board may lack a column with this id.
  package var state: String = ""
  /// The day on which work is to begin.
  package var start: CalendarDay?
  package var due: CalendarDay?
  package var priority: Priority?
  package var owner: String?
  package var lease: Timestamp?
  /// The rule by which the plan repeats.
  package var repetition: Repetition?
  package var estimate: JSONNumber?
  /// The id of the milestone; the board may lack it.
  package var milestone: String?
  /// The id of the iteration; the board may lack it.
  package var iteration: String?
  /// The rank in the column; see `Rank`.
  package var rank: String = ""
  package var labels: [String] = []
  package var assignees: [String] = []
  package var links: [Link] = []
  /// The ids of the plan in other trackers, such as `github:owner/repo#12`.
  package var aliases: [String] = []
  var readTexts = ReadTexts.all(PlanTexts())
  /// The ids of removed items, so that an import does not restore them.
  package var removedItemIDs: Set<String> = []
  package var created: Creation?
  /// Top-level members that this version does not know.
  package var other: [ExactString: JSONValue] = [:]
  /// Values of unknown fields, sets and lists, and unknown members of items, by path. Members of
  /// removed items are left out.
  package var unknown: [ElementPath: JSONValue] = [:]
  package var deletion: Deletion?
  /// The time of the latest change: the latest well-formed stamp, else the creation time.
  package var updated: Timestamp?
  /// When the plan was moved to its column; nil if it was created there.
  package var stateSince: Timestamp?
  /// When the owner was set; nil without an owner, or if the plan was created with its owner.
  package var ownerSince: Timestamp?
  /// The conflicts, sorted by path.
  package var conflicts: [Conflict] = []

  package init() {}

  /// The description, the checklist and the comments, which must have been read.
  package var texts: PlanTexts {
    get { readTexts.texts }
    set { readTexts.texts = newValue }
  }

  /// Sets only the values of the texts that lists show, without the texts themselves.
  package mutating func setOutline(_ outline: PlanTexts.Outline) { readTexts = .outline(outline) }
}

extension Plan {
  /// Whether the plan is hidden: deleted, and unchanged since.
  package var isDeleted: Bool { deletion?.holds ?? false }

  /// The code commits that belong to the plan, sorted by their links.
  package var commits: [CommitLink] {
    links.filter { $0.kind == Link.commitKind }.map { CommitLink(target: $0.target) }
  }

  /// Whether the due date is before `today` and the column is not of kind `done`.
  package func isOverdue(on today: CalendarDay, board: Board) -> Bool {
    guard let due, due < today else { return false }
    return board.kind(of: state) != .done
  }

  /// Returns the id of the plan's milestone or iteration.
  package func phase(_ kind: Phase.Kind) -> String? {
    kind == .milestone ? milestone : iteration
  }
}

// MARK: - Templates

extension Plan {
  /// The label of templates: plans that serve as models for new plans.
  package static let templateLabel = "template"

  /// Whether the plan has the template label, ignoring case.
  package var isTemplate: Bool { labels.contains { $0.lowercased() == Self.templateLabel } }
}

// MARK: - Parts of a plan

/// An item of a plan's checklist.
package struct ChecklistItem: Hashable, Sendable {
  package internal(set) var id: String
  package var text: String
  package var done: Bool
  package var rank: String
  /// Whether somebody removed the line while another person changed it. It stays until it is
  /// removed again; ticking, rewording or moving it here decides to keep it.
  package var wasRemoved: Bool

  package init(id: String, text: String, done: Bool, rank: String, wasRemoved: Bool = false) {
    (self.id, self.text, self.done, self.rank) = (id, text, done, rank)
    self.wasRemoved = wasRemoved
  }
}

/// A comment on a plan.
package struct Comment: Hashable, Sendable {
  package internal(set) var id: String
  package var at: Timestamp?
  /// The author, `Name <email>`.
  package var by: String
  package var text: [String]

  package init(id: String, at: Timestamp?, by: String, text: [String]) {
    (self.id, self.at, self.by, self.text) = (id, at, by, text)
  }
}

/// When a plan was created, and by whom.
package struct Creation: Hashable, Sendable {
  package var at: Timestamp?
  /// The creator, `Name <email>`.
  package var by: String

  package init(at: Timestamp?, by: String) { (self.at, self.by) = (at, by) }
}

/// When a plan was deleted, and by whom.
package struct Deletion: Hashable, Sendable {
  package var at: Timestamp?
  /// The person who deleted the plan, `Name <email>`.
  package var by: String
  /// Whether the content is unchanged since the deletion; if not, the plan is shown again.
  package var holds: Bool

  package init(at: Timestamp?, by: String, holds: Bool) {
    (self.at, self.by, self.holds) = (at, by, holds)
  }
}
