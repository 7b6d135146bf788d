import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Returns the last change of each plan in the commits after `seen` up to `tip`, newest first.
  ///
  /// Changes of merges are left out, as they were made in other new commits. Only the newest 1000
  /// commits are read.
  ///
  /// - Throws: `StoreError.shallow` if the history is cut off.
  /// - Complexity: Reads the commits between the two.
  package func lastChanges(
    of plans: Set<PlanID>, from tip: ObjectID, since seen: ObjectID
  ) throws(StoreError) -> [HistoryEntry] {
    try requireHistory(of: tip, seen)
    let new = try repository.commits(from: [tip], hiding: [seen], order: .topological)
    var (wanted, entries) = (plans, [HistoryEntry]())
    for id in new.prefix(Self.mostNewCommits) where !wanted.isEmpty {
      for entry in try self.entries(of: newCommit(id), HistoryPart()) {
        if let plan = entry.plan, wanted.remove(plan) != nil { entries.append(entry) }
      }
    }
    return entries
  }

  private static var mostNewCommits: Int { 1000 }

  private func newCommit(_ id: ObjectID) throws(StoreError) -> PastCommit {
    let commit = try repository.commit(id)
    return try pastCommit(
      commit, at: PastPlace(date: Int(commit.committer.seconds), commit: id))
  }
}
