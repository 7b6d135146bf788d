import Git
import PlanModel
import PlanStore

extension Workspace {
  /// Records the new commit on the plans that it names and moves these plans, for the hooks
  /// `post-commit` and `post-applypatch`.
  ///
  /// - Returns: nil if there is nothing to record, as during a rebase.
  package func recordHead(in hook: HookName = .postCommit) async throws -> CodeRecorded? {
    // A rebase may be aborted and its commits dropped; post-rewrite is called at its end.
    guard store.repository.operation != "rebase", try !store.isOnBoard(),
      let head = try store.commitJustMade()
    else { return nil }
    return try await record([CodeCommit(head, starting: planToStart())], in: hook)
  }

  /// Returns the plan that the first commit on the current branch starts: the plan that the branch
  /// is named after. Returns nil unless `pmgit.hooks.start` is true.
  private func planToStart() throws -> PlanID? {
    guard try isConfigured("pmgit.hooks.start"), let branch = try store.headBranch() else {
      return nil
    }
    // The hook before the commit has already reported an ambiguous plan.
    var notices: [Notice] = []
    return try plan(of: branch, &notices)
  }

  /// Records a new merge commit on the plans that it names, for the hook `post-merge`.
  package func recordMerge() async throws -> CodeRecorded? {
    guard try !store.isOnBoard() else { return nil }
    return try await record(store.mergeJustMade().map { [CodeCommit($0)] } ?? [], in: .postMerge)
  }

  /// Replaces amended or rebased commits on the plans that record them, for the hook
  /// `post-rewrite`.
  ///
  /// - Parameters:
  ///   - lines: Reads git's input, lines of `<old id> <new id>`.
  ///   - isRebase: Whether a rebase has ended; otherwise a commit was amended.
  package func recordRewrite(
    _ lines: () throws -> [String], isRebase: Bool
  ) async throws -> CodeRecorded? {
    // An amend during a rebase is skipped; the rebase reports it at its end.
    guard try !store.isOnBoard(), isRebase || store.repository.operation != "rebase" else {
      return nil
    }
    return try await record(
      store.commitsMade(byRewriting: lines(), isRebase: isRebase), in: .postRewrite)
  }
}
