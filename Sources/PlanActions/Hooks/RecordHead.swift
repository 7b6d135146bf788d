import PlanModel
import PlanStore

extension Workspace {
  /// Records the new commit on the plans that it names and moves them, for the hooks `post-commit`
  /// and `post-applypatch`.
  package func recordHead(in hook: HookName = .postCommit) async throws -> CodeRecorded? {
    // A rebase may be aborted and its commits dropped; post-rewrite is called at its end.
    guard store.repository.operation != "rebase", try !store.isOnBoard(),
      let head = try store.commitJustMade()
    else { return nil }
    return try await record([CodeCommit(head, starting: planToStart())], in: hook)
  }

  /// Returns the plan of the current branch if the configuration lets a first commit start it.
  private func planToStart() throws -> PlanID? {
    guard try isConfigured("pmgit.hooks.start"), let branch = try store.headBranch() else {
      return nil
    }
    // The hook before the commit has already reported an ambiguous plan.
    var notices: [Notice] = []
    return try plan(of: branch, &notices)
  }
}
