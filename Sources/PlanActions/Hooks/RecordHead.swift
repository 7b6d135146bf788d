import Git
import PlanStore

extension Workspace {
  /// Records the commit that was made just now on the plans that it names, and moves them: for
  /// `post-commit`, and `post-applypatch` of `git am`.
  package func recordHead() async throws -> CodeRecorded? {
    let repository = store.repository
    // What a rebase makes may go again, if it is given up; post-rewrite is called at its end.
    guard repository.operation != "rebase", try !isOnBoard() else { return nil }
    let head = try git { () throws(GitError) -> ObjectID? in
      guard let head = try repository.reference("HEAD") else { return nil }
      // post-rewrite follows, and knows what the commit stands for.
      return try isAmend(head, in: repository) ? nil : head
    }
    return try await record(head.map { [CodeCommit($0)] } ?? [])
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
