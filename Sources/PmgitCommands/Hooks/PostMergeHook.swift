import PlanActions
import Git
import PlanStore

/// `post-merge`: takes up what a fetch has brought, and records a merge that names plans.
struct PostMergeHook {
  private let session: Session
  private let isSquash: Bool

  init(_ session: Session, _ arguments: [String]) {
    (self.session, isSquash) = (session, arguments.first == "1")
  }

  func run() async throws {
    do {
      try await session.integrateFetched()
    } catch {
      // The merge is recorded all the same.
      session.warnFromHook(.postMerge, Problem(error))
    }
    let repository = session.store.repository
    guard !isSquash, try !session.isOnBoard() else { return }
    let merge = try git { () throws(GitError) -> ObjectID? in
      guard let head = try repository.reference("HEAD") else { return nil }
      // What was fast-forwarded to was made, and recorded, by others.
      let parents = try repository.commit(head).parents
      guard parents.count > 1, try !isFastForward(parents, in: repository) else { return nil }
      return head
    }
    if let merge { try await session.record([CodeCommit(merge)]) }
  }

  /// Whether `HEAD` was only moved to a merge that was there.
  private func isFastForward(
    _ parents: [ObjectID], in repository: Repository
  ) throws(GitError) -> Bool {
    if let move = try repository.lastMoveOfHead() { return move.reason.hasSuffix(": Fast-forward") }
    // Without a reflog: git makes a merge on what was checked out before.
    return try repository.reference("ORIG_HEAD") != parents[0]
  }
}
