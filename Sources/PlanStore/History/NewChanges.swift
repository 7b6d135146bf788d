import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Returns the last change of each of some plans among the commits that a head has and an earlier one has not, the
  /// newest first.
  ///
  /// Those of merges were made elsewhere, in a commit that is new here as well. Of very many commits the newest are read.
  ///
  /// - Throws: `StoreError.shallow` if the history is cut off.
  /// - Complexity: The commits between the two, whatever came before them.
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
