/// A plan's file that can't be read, and why; the rest of the board can be used.
package struct UnreadablePlan: Hashable, Sendable {
  package let path: String
  package let reason: String
  /// The plan at whose path it stands; nil if the path is no plan's.
  package var id: PlanID?
  /// Whether only a newer pmgit can read it; then there is nothing to mend.
  package var isTooNew = false

  package init(path: String, reason: String, id: PlanID? = nil, isTooNew: Bool = false) {
    (self.path, self.reason, self.id, self.isTooNew) = (path, reason, id, isTooNew)
  }
}
