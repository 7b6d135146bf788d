/// The value of `is:`: a question that is answered by yes or no.
enum QueryStatus: String, CaseIterable {
  /// In a column of kind todo or doing, or of kind done.
  case open, closed
  /// One can begin: nothing open blocks it, it has no open child, and nobody else owns it.
  case ready
  case blocked
  case overdue
  /// Owned by or assigned to oneself; owned by nobody and assigned to nobody.
  case mine, unassigned
  /// Something is below it, or it is below something.
  case parent, child
  case conflict
  case deleted, any

  /// Returns the status of that name, or of one that other trackers have for it.
  init?(named name: String) {
    let name = name.lowercased()
    guard let status = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = status
  }

  /// Whether the question says if finished plans are wanted.
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
