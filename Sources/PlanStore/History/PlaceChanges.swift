import Git
import PlanIndex
package import PlanModel

/// A commit's change of where a plan stands.
package struct PlaceChange: Hashable, Sendable {
  package let plan: PlanID
  /// The author's time.
  package let at: Timestamp
  /// The id of the column in which the plan was put; nil if it was not moved.
  package let column: String?
  /// Whether the plan was deleted or restored; nil for neither.
  package let isDeleted: Bool?
}

extension BoardStore {
  /// Returns how plans came to where they stand, oldest first. Merges move nothing.
  ///
  /// - Complexity: One row of the index for each commit; the first time, two files for each touch.
  package func placeChanges(from tip: ObjectID) throws(StoreError) -> [PlaceChange] {
    let past = try Past(of: self, from: tip, withDetails: true)
    defer { past.keepDetails() }
    var changes: [PlaceChange] = []
    while let next = try past.next() {
      let commit = try past.detailed(next)
      // In the order of the paths, as all of a commit's changes happened at once.
      changes += commit.touches.reversed().compactMap { PlaceChange($0, at: commit.at) }
    }
    return changes.reversed()
  }
}

extension PlaceChange {
  /// - Returns: nil if the plan stands where it stood.
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
