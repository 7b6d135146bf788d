import Git
import PlanStore

extension Workspace {
  /// Records a merge that was just made on the plans that it names: for `post-merge`.
  package func recordMerge() async throws -> CodeRecorded? {
    guard try !isOnBoard() else { return nil }
    return try await record(merge().map { [CodeCommit($0)] } ?? [], in: .postMerge)
  }

  /// The commit at `HEAD`, if git has just made a merge of it.
  private func merge() throws(StoreError) -> ObjectID? {
    guard let head = try store.repository.reference("HEAD") else { return nil }
    // A fast-forward's commits were made, and recorded, by others.
    let parents = try store.repository.commit(head).parents
    guard parents.count > 1, try !isFastForward(parents) else { return nil }
    return head
  }

  /// Whether `HEAD` was only moved to an existing merge.
  private func isFastForward(_ parents: [ObjectID]) throws(StoreError) -> Bool {
    let repository = store.repository
    if let move = try repository.lastMoveOfHead() { return move.reason.hasSuffix(": Fast-forward") }
    // Without a reflog, `ORIG_HEAD` tells: git makes a merge on the commit that was checked out
    // before.
    return try repository.reference("ORIG_HEAD") != parents[0]
  }
}
