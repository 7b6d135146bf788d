import Git
import PlanModel

extension BoardStore {
  /// Splits commits into batches. In a batch, at most one commit starts, closes or reopens the same
  /// plan.
  ///
  /// A batch is recorded as one commit of the board. So each move of a plan has its own commit, as
  /// with the hooks, and columns' rules are checked for each move. For example, `done` may accept
  /// plans only from `doing`; `Starts:` and then `Closes:` obeys that rule.
  ///
  /// - Parameter commits: The commits, oldest first.
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
  /// Returns the plan that a message names; nil if the name is unknown or ambiguous, which
  /// recording reports.
  fileprivate func plan(meantBy typed: String) throws(StoreError) -> PlanID? {
    do {
      return try resolveID(typed)
    } catch {
      guard error.isAboutID else { throw error }
      return nil
    }
  }
}
