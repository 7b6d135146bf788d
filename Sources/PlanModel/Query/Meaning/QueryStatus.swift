/// A value of `is:`: a property that a plan has or lacks.
enum QueryStatus: String, CaseIterable {
  /// In a column of kind `todo` or `doing`; `closed` is in a column of kind `done`.
  case open, closed
  /// The plan can be started: not blocked, without open children, not owned by another person.
  case ready
  case blocked
  case overdue
  /// Owned by or assigned to the person who asks; `unassigned` has no owner and no assignees.
  case mine, unassigned
  /// Has children; `child` has a parent.
  case parent, child
  case conflict
  case deleted, any

  /// Returns the status with a name, including names of other trackers.
  init?(named name: String) {
    let name = name.lowercased()
    guard let status = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = status
  }

  /// Whether the status decides between open and finished plans.
  var asksForFinished: Bool { [.open, .closed, .deleted, .any].contains(self) }

  private static let otherNames: [String: QueryStatus] = [
    "pending": .open, "unresolved": .open, "opened": .open, "incomplete": .open,
    "resolved": .closed, "completed": .closed, "complete": .closed, "finished": .closed,
    "available": .ready, "unblocked": .ready, "actionable": .ready,
    "waiting": .blocked, "late": .overdue, "me": .mine, "my": .mine,
    "unowned": .unassigned, "free": .unassigned, "all": .any, "removed": .deleted,
    "conflicted": .conflict, "conflicts": .conflict, "subtask": .child,
  ]
}
