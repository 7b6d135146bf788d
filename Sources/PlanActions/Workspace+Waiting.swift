import PlanStore

/// A work tree that still shows the board as it was before a change.
package struct StaleWorktreeNotice: Sendable {
  package let folder: String
  package let reason: Problem
  /// The hint with the command that updates the work tree.
  package let hint: Hint

  init(_ worktree: StaleWorktree) {
    folder = Problem.withoutSlash(worktree.folder)
    reason = Problem(worktree.reason)
    let command = Hint([.command(["git", "-C", folder] + worktree.arguments)])
    hint = "bring it along with \(command), which overwrites nothing"
  }
}

extension Workspace {
  /// Sets a callback for each work tree that could not follow the board's branch.
  package func onWorktreeLeftBehind(_ tell: @escaping (StaleWorktreeNotice) -> Void) {
    store.onStaleWorktree = { tell(StaleWorktreeNotice($0)) }
  }

  /// Sets a callback for each time that another writer was faster on the remote.
  package func onLostRace(_ tell: @escaping () -> Void) { store.onLostRace = tell }

  /// Sets a callback for the progress of long reads; it gets nil at the end.
  package func onReading(_ tell: @escaping (String?) -> Void) {
    store.onReading = { tell($0?.words) }
  }

  /// Sets the longest wait for other writers of the repository.
  package func wait(atMost patience: Duration) { store.patience = patience }
}

extension ReadingProgress {
  fileprivate var words: String {
    let number = total.map { "\(done) of \($0)" } ?? "\(done)"
    return switch subject {
    case .plans: "reading the plans: \(number) …"
    case .commits: "reading the history: \(number) commits …"
    case .changes: "reading what was changed: \(number) commits …"
    }
  }
}
