import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Records the commit that was just made on the plans that it names, and moves them: for
  /// `post-commit`, and for `post-applypatch` of `git am`.
  package func recordHead(in hook: HookName = .postCommit) async throws -> CodeRecorded? {
    let repository = store.repository
    // A rebase may be aborted, and its commits dropped; post-rewrite is called at its end.
    guard repository.operation != "rebase", try !isOnBoard() else { return nil }
    // post-rewrite follows an amend, and knows which commit was replaced.
    guard let head = try repository.reference("HEAD"), try !isAmend(head) else { return nil }
    return try await record([CodeCommit(head, starting: planToStart())], in: hook)
  }

  /// The plan of the branch here, if the configuration lets its first commit start it.
  private func planToStart() throws -> PlanID? {
    guard try isConfigured("pmgit.hooks.start"), let branch = try headBranch() else { return nil }
    // Hooks have said before the commit which plan is not clear.
    var notices: [Notice] = []
    return try plan(of: branch, &notices)
  }

  /// Whether `HEAD` went from a commit to one with the same parents, which is an amend, whatever
  /// reason the program that called git wrote into the reflog.
  private func isAmend(_ head: ObjectID) throws(StoreError) -> Bool {
    guard let move = try store.repository.lastMoveOfHead(), move.origin != .zero,
      move.origin != head,
      !["checkout: ", "reset: "].contains(where: move.reason.hasPrefix)
    else { return false }
    // The former commit may be gone, if the hook is called by hand.
    guard let former = try store.codeCommit(move.origin) else { return false }
    return try former.parents == store.codeCommit(head)?.parents
  }
}
