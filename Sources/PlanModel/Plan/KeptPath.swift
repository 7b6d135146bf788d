/// A path that is left unchanged when a change is undone.
package struct KeptPath: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Another person has written there since.
    case changed
    /// Another person has written the same value there.
    case same
    /// Another person has deleted the whole plan.
    case deleted
    /// The board does not let the plan go back to its former column.
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
