/// An item of a plan's checklist.
package struct ChecklistItem: Hashable, Sendable {
  package internal(set) var id: String
  package var text: String
  package var done: Bool
  package var rank: String

  package init(id: String, text: String, done: Bool, rank: String) {
    (self.id, self.text, self.done, self.rank) = (id, text, done, rank)
  }
}

/// A comment on a plan.
package struct Comment: Hashable, Sendable {
  package internal(set) var id: String
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  package var text: [String]

  package init(id: String, at: Timestamp?, by: String, text: [String]) {
    (self.id, self.at, self.by, self.text) = (id, at, by, text)
  }
}

/// When a plan was created, and by whom.
package struct Creation: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String

  package init(at: Timestamp?, by: String) { (self.at, self.by) = (at, by) }
}

/// When a plan was deleted, and by whom.
package struct Deletion: Hashable, Sendable {
  package var at: Timestamp?
  /// `Name <email>`.
  package var by: String
  /// Whether the content is unchanged since the deletion; if not, the plan is shown again.
  package var holds: Bool

  package init(at: Timestamp?, by: String, holds: Bool) {
    (self.at, self.by, self.holds) = (at, by, holds)
  }
}
