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
      try await session.takeUpFetched()
    } catch {
      // The merge is recorded all the same.
      session.warnFromHook(.postMerge, Failure(error))
    }
    let repository = session.store.repository
    guard !isSquash, try !session.isOnBoard() else { return }
    let merge = try git { () throws(GitError) -> ObjectID? in
      guard let head = try repository.reference("HEAD"),
        let before = try repository.reference("ORIG_HEAD")
      else { return nil }
      // What was fast-forwarded to was made, and recorded, by others.
      let parents = try repository.commit(head).parents
      return parents.count > 1 && parents[0] == before ? head : nil
    }
    if let merge { try await session.record([CodeCommit(merge)]) }
  }
}
