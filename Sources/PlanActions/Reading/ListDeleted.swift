package import PlanModel
import PlanStore

/// The deleted plans of a board, the last deleted first.
package struct DeletedPlans {
  package let shown: ShownBoard
  /// The plans, up to the requested limit. Plans without a time of deletion are last.
  package let plans: [Plan]
  /// The number of deleted plans beyond the limit.
  package let more: Int
}

extension Workspace {
  /// Returns the deleted plans, which `restore` accepts.
  ///
  /// - Parameters:
  ///   - past: A moment or a commit of the past; nil for now.
  ///   - limit: The most plans.
  /// - Complexity: Reads each plan from the index, without its texts, and reads no commits.
  package func deletedPlans(at past: String? = nil, limit: Int) throws -> DeletedPlans {
    let shown = try board(at: past)
    let deleted = try shown.snapshot.plans(withTexts: false).plans.filter(\.isDeleted)
      .sorted { $0.wasDeleted(after: $1) }
    return DeletedPlans(
      shown: shown, plans: Array(deleted.prefix(limit)), more: max(0, deleted.count - limit))
  }
}

extension Plan {
  fileprivate func wasDeleted(after other: Plan) -> Bool {
    switch (deletion?.at, other.deletion?.at) {
    case (let mine?, let others?) where mine != others: mine > others
    case (.some, nil): true
    case (nil, .some): false
    default: id < other.id
    }
  }
}
