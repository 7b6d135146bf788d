import Git
import PlanStore

extension Workspace {
  /// Records a merge that was just made on the plans that it names: for `post-merge`.
  package func recordMerge() async throws -> CodeRecorded? {
    let repository = store.repository
    guard try !isOnBoard() else { return nil }
    let merge = try git { () throws(GitError) -> ObjectID? in
      guard let head = try repository.reference("HEAD") else { return nil }
      // A fast-forward's commits were made, and recorded, by others.
      let parents = try repository.commit(head).parents
      guard parents.count > 1, try !isFastForward(parents, in: repository) else { return nil }
      return head
    }
    return try await record(merge.map { [CodeCommit($0)] } ?? [], in: .postMerge)
  }

  /// Whether `HEAD` was only moved to an existing merge.
  private func isFastForward(
    _ parents: [ObjectID], in repository: Repository
  ) throws(GitError) -> Bool {
    if let move = try repository.lastMoveOfHead() { return move.reason.hasSuffix(": Fast-forward") }
    // Without a reflog, `ORIG_HEAD` tells: git makes a merge on the commit that was checked out
    // before.
    return try repository.reference("ORIG_HEAD") != parents[0]
  }
}
