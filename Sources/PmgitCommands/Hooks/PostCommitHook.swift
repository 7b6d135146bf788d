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
    let (head, move) = try git { () throws(GitError) in
      (try repository.reference("HEAD"), try repository.lastMoveOfHead())
    }
    // post-rewrite follows, and knows what the commit stands for.
    guard let head, move?.hasPrefix("commit (amend)") != true else { return }
    try await session.record([CodeCommit(head)])
  }
}
