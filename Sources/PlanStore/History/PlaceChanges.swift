import Git
import PlanIndex
package import PlanModel

/// A commit's move, deletion or restoration of a plan. Creating a plan counts as moving it.
package struct PlaceChange: Hashable, Sendable {
  package let plan: PlanID
  /// The author's time.
  package let at: Timestamp
  /// The name of the agent that made the change; nil for a person, or if agents were not requested.
  package fileprivate(set) var agent: String?
  /// The id of the plan's new column; nil if the plan was not moved.
  package let column: String?
  /// Whether the plan was deleted (true) or restored (false); nil for neither.
  package let isDeleted: Bool?
}

extension BoardSnapshot {
  /// Returns the moves, deletions and restorations of all plans, oldest first. Merges are left out.
  ///
  /// - Parameter withAgents: Whether to find the agents that made the changes.
  /// - Complexity: Reads one row of the index for each commit; the first time, two files for each
  ///   touch. With agents, also reads the commits of authors without an address.
  package func placeChanges(withAgents: Bool = false) throws -> [PlaceChange] {
    let past = try Past(of: store, from: commit, withDetails: true)
    defer { past.keepDetails() }
    var changes: [PlaceChange] = []
    while let next = try past.next() {
      let commit = try past.detailed(next)
      // All changes are reversed at the end. Then those of one commit are sorted by path.
      var made = commit.touches.reversed().compactMap { PlaceChange($0, at: commit.at) }
      if withAgents, !made.isEmpty, let agent = try store.agent(of: commit) {
        for index in made.indices { made[index].agent = agent.name }
      }
      changes += made
    }
    return changes.reversed()
  }
}

extension PlaceChange {
  /// Describes how a commit moved, deleted or restored a plan.
  ///
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

/// The part of a board whose history is read.
package enum HistorySubject: Sendable {
  /// All plans, and the board's own settings.
  case board
  case plan(PlanID)
  case plans(Set<PlanID>)
}
