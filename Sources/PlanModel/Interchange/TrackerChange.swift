/// A value that was changed here and that a bridge sends to the plan's tracker.
package enum TrackerChange: Hashable, Sendable {
  case title(String)
  /// The lines of the body.
  case body([String])
  /// The plan is finished here.
  case close(ClosingReason)
  /// The plan was finished here and there, and is in a column with another meaning here.
  case reason(ClosingReason)
  case reopen
  /// The id of the milestone; nil for none.
  case milestone(String?)
  /// The due day; nil for none.
  case due(CalendarDay?)
  case labels(added: [String], removed: [String])
  case assignees(added: [String], removed: [String])
  /// A comment that was written here.
  case comment(id: String, text: [String])

  /// The name of the sent value, such as `title` or `labels`.
  package var name: String {
    switch self {
    case .title: "title"
    case .body: "body"
    case .close, .reason, .reopen: "state"
    case .milestone: "milestone"
    case .due: "due"
    case .labels: "labels"
    case .assignees: "assignees"
    case .comment: "comment"
    }
  }
}

/// The reason why an issue is closed, as GitHub names it.
package enum ClosingReason: String, Sendable {
  case completed
  /// The plan is in a column named `Not planned`.
  case notPlanned = "not_planned"
  /// The plan is in a column named `Duplicate`.
  case duplicate
}

/// The reason why a change is not sent.
package enum UnsentReason: Hashable, Sendable {
  /// The field has several values, and nobody has decided yet.
  case conflict(String)
  /// Clones that imported different lists of the tracker were merged. The next import decides.
  case unsettled(String)
  /// The plan has assignees whose names do not belong to accounts.
  case people([String])
  /// The board has several people for each of these accounts, and nobody has decided yet.
  case accounts([String])
  /// The tool does not report which comments the tracker has.
  case comments(Int)
  /// The tracker did not take these changes, and reported no error.
  case refused([TrackerChange])
}

/// The changes that a tracker can take.
package struct TrackerLimits: Sendable {
  /// Whether a text can be the name of an account.
  package let isAccount: @Sendable (String) -> Bool
  /// Whether lists of the tracker include comments, which prevents sending one twice.
  package let listsComments: Bool
  /// Whether an issue can be closed as not planned.
  package let hasReasons: Bool
  /// Whether an issue has a due day.
  package let hasDueDays: Bool

  package init(
    listsComments: Bool, hasReasons: Bool, hasDueDays: Bool = false,
    isAccount: @escaping @Sendable (String) -> Bool
  ) {
    (self.listsComments, self.hasReasons, self.isAccount) = (listsComments, hasReasons, isAccount)
    self.hasDueDays = hasDueDays
  }
}
