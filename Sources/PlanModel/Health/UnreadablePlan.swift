/// A plan file that can't be read, and the reason.
package struct UnreadablePlan: Hashable, Sendable {
  package let path: String
  package let reason: String
  /// The plan whose file it is; nil if the path is not a plan's.
  package var id: PlanID?
  /// Whether the file needs a newer pmgit, so that nothing has to be fixed.
  package var isTooNew = false

  package init(path: String, reason: String, id: PlanID? = nil, isTooNew: Bool = false) {
    (self.path, self.reason, self.id, self.isTooNew) = (path, reason, id, isTooNew)
  }
}
