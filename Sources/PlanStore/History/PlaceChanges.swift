import Git
import PlanIndex
package import PlanModel

/// A commit's move, deletion or restoration of a plan.
package struct PlaceChange: Hashable, Sendable {
  package let plan: PlanID
  /// The author's time.
  package let at: Timestamp
  /// The id of the plan's new column; nil if it was not moved.
  package let column: String?
  /// True if the plan was deleted, false if it was restored, nil for neither.
  package let isDeleted: Bool?
}

extension BoardStore {
  /// Returns the moves, deletions and restorations of all plans, oldest first. Merges are left out.
  ///
  /// - Complexity: Reads one row of the index for each commit; the first time, two files for each
  ///   touch.
  package func placeChanges(from tip: ObjectID) throws(StoreError) -> [PlaceChange] {
    let past = try Past(of: self, from: tip, withDetails: true)
    defer { past.keepDetails() }
    var changes: [PlaceChange] = []
    while let next = try past.next() {
      let commit = try past.detailed(next)
      // They end up sorted by path, as all changes of a commit have the same time.
      changes += commit.touches.reversed().compactMap { PlaceChange($0, at: commit.at) }
    }
    return changes.reversed()
  }
}

extension PlaceChange {
  /// - Returns: nil if the plan was not moved, deleted or restored.
  fileprivate init?(_ touch: Touch, at: Timestamp) {
    guard let plan = touch.plan, let detail = touch.detail, let standing = detail.standing else {
      return nil
    }
    let isNew = touch.old == nil
    let fields = Set(detail.fields)
    let isMoved = isNew || fields.contains(PlanField.state.rawValue)
    let hasDeletion = fields.contains(PlanField.deleted.rawValue)
    (self.plan, self.at) = (plan, at)
    column = isMoved ? standing.column : nil
    isDeleted = hasDeletion && (standing.isDeleted || !isNew) ? standing.isDeleted : nil
    if column == nil, isDeleted == nil { return nil }
  }
}
