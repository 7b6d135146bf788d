/// A line of a plan's checklist.
package struct ChecklistItem: Hashable, Sendable {
  package internal(set) var id: String
  package var text: String
  package var done: Bool
  package var rank: String
}

/// What somebody said of a plan.
package struct Comment: Hashable, Sendable {
  package internal(set) var id: String
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  package var text: [String]
}

/// Who made a plan, and when.
package struct Creation: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
}

/// Who deleted a plan, and when.
package struct Deletion: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  /// Whether the content is still what the deleter saw; if not, the plan shows again.
  package var holds: Bool
}
