import Git
import PlanStore

/// `post-commit`, and `post-applypatch` of `git am`: records the commit on the plans that it names,
/// and moves them.
struct PostCommitHook {
  private let session: Session

  init(_ session: Session) { self.session = session }

  func run() async throws {
    let repository = session.store.repository
    // What a rebase makes may go again, if it is given up; post-rewrite is called at its end.
    guard repository.operation != "rebase", try !session.isOnBoard() else { return }
    let head = try git { () throws(GitError) -> ObjectID? in
      guard let head = try repository.reference("HEAD") else { return nil }
      // post-rewrite follows, and knows what the commit stands for.
      return try isAmend(head, in: repository) ? nil : head
    }
    if let head { try await session.record([CodeCommit(head)]) }
  }

  /// Whether `HEAD` went from a commit to one with the same parents, which is an amend, whatever the
  /// program that called git lets the reflog say.
  private func isAmend(_ head: ObjectID, in repository: Repository) throws(GitError) -> Bool {
    guard let move = try repository.lastMoveOfHead(), move.origin != .zero, move.origin != head,
      !["checkout: ", "reset: "].contains(where: move.reason.hasPrefix)
    else { return false }
    do {
      return try repository.commit(move.origin).parents == repository.commit(head).parents
    } catch {
      // What it came from may be gone, when somebody calls the hook by hand.
      if error.code == .notFound { return false }
      throw error
    }
  }
}
