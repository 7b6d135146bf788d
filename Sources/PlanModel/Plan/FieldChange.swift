/// A change at one path of a plan or of the board's settings, as the history shows it.
package struct FieldChange: Hashable, Sendable {
  package let path: ElementPath
  /// The value shown before the change; nil if there was none.
  package let old: JSONValue?
  /// The value shown after the change; nil if there is none.
  package let new: JSONValue?
  /// The text of the list item to which the path belongs; nil for other paths. Changes such as
  /// ticking an item do not contain its text.
  package let itemText: String?
  /// The author and time of the comment to which the path belongs; nil for other paths. Editing
  /// removes a comment and adds another one with the same author and time.
  package let commentOrigin: String?
  /// Whether the change made the path conflicted again, so that people must choose between its
  /// values.
  package let isReopened: Bool

  package init(
    path: ElementPath, old: JSONValue?, new: JSONValue?, itemText: String? = nil,
    commentOrigin: String? = nil, isReopened: Bool = false
  ) {
    (self.path, self.old, self.new, self.itemText) = (path, old, new, itemText)
    (self.commentOrigin, self.isReopened) = (commentOrigin, isReopened)
  }
}

/// The differences of a plan, or of the board's own settings, between two moments.
package struct BoardDifference: Hashable, Sendable {
  /// The plan; nil for the board's own settings.
  package let plan: PlanID?
  /// The title of the plan, or of the board, at the second moment; if the plan is missing there, at
  /// the first one. It is empty if there is no title.
  package let title: String
  /// The changes, sorted by path; empty if only values that are not shown differ.
  package let changes: [FieldChange]

  package init(plan: PlanID?, title: String, changes: [FieldChange]) {
    (self.plan, self.title, self.changes) = (plan, title, changes)
  }
}
