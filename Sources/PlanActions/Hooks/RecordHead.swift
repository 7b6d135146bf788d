import PlanModel
import PlanStore

extension Workspace {
  /// Records the commit that was just made on the plans that it names, and moves them: for
  /// `post-commit`, and for `post-applypatch` of `git am`.
  package func recordHead(in hook: HookName = .postCommit) async throws -> CodeRecorded? {
    // A rebase may be aborted, and its commits dropped; post-rewrite is called at its end.
    guard store.repository.operation != "rebase", try !store.isOnBoard(),
      let head = try store.commitJustMade()
    else { return nil }
    return try await record([CodeCommit(head, starting: planToStart())], in: hook)
  }

  /// The plan of the branch here, if the configuration lets its first commit start it.
  private func planToStart() throws -> PlanID? {
    guard try isConfigured("pmgit.hooks.start"), let branch = try store.headBranch() else {
      return nil
    }
    // Hooks have said before the commit which plan is not clear.
    var notices: [Notice] = []
    return try plan(of: branch, &notices)
  }
}
