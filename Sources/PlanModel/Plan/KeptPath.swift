/// A path that an undo or redo leaves unchanged, and the reason.
package struct KeptPath: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Another person has changed it since.
    case changed
    /// Another person has written the same value.
    case same
    /// Another person has deleted the whole plan.
    case deleted
    /// The board's rules do not allow the plan to go back to that column.
    case rule(ColumnRule.Violation)

    /// The reason as a word for programs.
    package var code: String {
      switch self {
      case .changed: "changed"
      case .same: "same"
      case .deleted: "deleted"
      case .rule: "rule"
      }
    }
  }

  package let path: ElementPath
  package let reason: Reason

  package init(_ path: ElementPath, _ reason: Reason) { (self.path, self.reason) = (path, reason) }
}
