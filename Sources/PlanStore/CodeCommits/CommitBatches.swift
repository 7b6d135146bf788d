import Git
import PlanModel

extension BoardStore {
  /// Splits commits so that of those in one batch at most one starts, closes or reopens the same plan.
  ///
  /// A batch is recorded as one commit of the board. So each step of a plan has a commit of its own, as with the hooks,
  /// and the rules of the columns judge each step: in `Starts:` and then `Closes:`, `done` may take plans from
  /// `doing` alone.
  ///
  /// - Parameter commits: In the order in which they were made.
  package func batches(of commits: [CodeCommit]) async throws -> [[CodeCommit]] {
    var references = CodeReferences(self)
    try await references.read(commits.map(\.id))
    let snapshot = try snapshot()
    var batches: [[CodeCommit]] = []
    var moving: Set<PlanID> = []
    for commit in commits {
      let acting = references[commit.id].filter { $0.action > .mentions }
      let plans = Set(try acting.compactMap { try snapshot.plan(meantBy: $0.typed) })
      if batches.isEmpty || !moving.isDisjoint(with: plans) {
        batches.append([])
        moving = []
      }
      batches[batches.count - 1].append(commit)
      moving.formUnion(plans)
    }
    return batches
  }
}

extension BoardSnapshot {
  /// Returns the plan that a word of a message means; nil for none or several, which recording reports.
  fileprivate func plan(meantBy typed: String) throws(StoreError) -> PlanID? {
    do {
      return try resolveID(typed)
    } catch {
      guard error.isAboutID else { throw error }
      return nil
    }
  }
}
