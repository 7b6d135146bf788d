/// A line of a plan's checklist.
package struct ChecklistItem: Hashable, Sendable {
  package internal(set) var id: String
  package var text: String
  package var done: Bool
  package var rank: String
}

/// A comment on a plan.
package struct Comment: Hashable, Sendable {
  package internal(set) var id: String
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  package var text: [String]
}

/// The creation of a plan: its author and time.
package struct Creation: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
}

/// The deletion of a plan: its author and time.
package struct Deletion: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  /// Whether the content is unchanged since the deletion; if not, the plan is shown again.
  package var holds: Bool
}
