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

package enum Priority: String, CaseIterable, Comparable, Sendable {
  case low, medium, high, urgent

  /// Low is the least.
  package static func < (left: Priority, right: Priority) -> Bool {
    left.order < right.order
  }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A link to another plan, stored as `kind:target`, such as `blocked-by:k7m2q9x4t1ab`.
package struct Link: Hashable, Sendable, CustomStringConvertible {
  /// The kinds that pmgit knows; others are kept.
  package static let knownKinds = ["blocked-by", "parent", "relates"]
  /// The kind of a link to a commit of the code, by its id in full; hooks write it.
  package static let commitKind = "commit"

  package let kind: String
  /// A plan's id, or an alias that no plan on this board has.
  package let target: String

  package init(kind: String, target: String) { (self.kind, self.target) = (kind, target) }

  /// Reads `kind:target`; both must be there.
  package init?(_ text: String) {
    // By bytes: a combining mark after the colon would make another character of it.
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), colon != text.startIndex
    else { return nil }
    let target = text[text.utf8.index(after: colon)...]
    guard !target.isEmpty else { return nil }
    self.init(kind: String(text[..<colon]), target: String(target))
  }

  package var description: String { "\(kind):\(target)" }
}

package struct ChecklistItem: Hashable, Sendable {
  package internal(set) var id: String
  package var text: String
  package var done: Bool
  package var rank: String
}

package struct Comment: Hashable, Sendable {
  package internal(set) var id: String
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  package var text: [String]
}

package struct Creation: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
}

package struct Deletion: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  /// Whether the content is still what the deleter saw; if not, the plan shows again.
  package var holds: Bool
}

/// Values of one field that were written apart; the first one is shown.
package struct Conflict: Hashable, Sendable {
  package struct Candidate: Hashable, Sendable {
    package let stamp: Stamp
    package let value: JSONValue

    package init(stamp: Stamp, value: JSONValue) { (self.stamp, self.value) = (stamp, value) }

    /// When the value was written; nil for a value from the plan's creation or without a stamp.
    package var at: Timestamp? { stamp.time }

    /// The candidate as merging has it.
    package var element: StampedValue { StampedValue(stamp: stamp, value: value) }
  }

  package let path: ElementPath
  /// At least two, the shown one first.
  package let values: [Candidate]

  /// The path as people name it: `title`, or `checklist/c3f8z/text`.
  package var field: String { path.fieldName }
}
