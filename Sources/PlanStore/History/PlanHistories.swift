import PlanIndex
package import PlanModel

/// The commits that touched each of several plans, in memory. The commits themselves and the files
/// are read on demand.
package struct PlanHistories {
  private let store: BoardStore
  /// The commits by plan, newest first, each with the touch of this plan only.
  private var commits: [PlanID: [PastCommit]] = [:]

  fileprivate init(of plans: Set<PlanID>, _ snapshot: BoardSnapshot) throws {
    store = snapshot.store
    for commit in try store.past(of: Set(plans), from: snapshot.commit)
    where !NewBoard.isBeginning(commit.id) {
      for touch in commit.touches {
        if let plan = touch.plan { commits[plan, default: []].append(commit.with([touch])) }
      }
    }
  }

  /// Visits the changes of a plan that `history` returns, newest first.
  ///
  /// - Complexity: Reads one file for each change, because each version is the one before the next.
  package func eachEntry(
    of plan: PlanID, limit: Int, _ visit: (HistoryEntry) -> Void
  ) throws {
    var recent = RecentDocuments()
    var left = limit
    for commit in commits[plan] ?? [] where left > 0 {
      let isVisited = try store.visitEntries(of: commit, HistoryPart(), &recent) {
        $0.forEach(visit)
      }
      left -= isVisited ? 1 : 0
    }
  }
}

extension BoardSnapshot {
  /// Returns the histories of several plans.
  ///
  /// - Complexity: Reads one row of the index for each commit.
  package func histories(of plans: Set<PlanID>) throws -> PlanHistories {
    try PlanHistories(of: plans, self)
  }
}
