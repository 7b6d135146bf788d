/// A path that stays as it is when a change is taken back.
package struct KeptPath: Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// Somebody else has written there since.
    case changed
    /// Somebody else has written the same there.
    case same
    /// Somebody else has deleted the whole.
    case deleted
    /// The board does not let the plan go back to where it was.
    case rule(ColumnRule.Violation)

    /// For programs.
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
