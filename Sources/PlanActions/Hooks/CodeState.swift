import Git
import PlanStore

/// The state of the code's work tree, as far as hooks need it.
extension Workspace {
  /// The branch that `HEAD` is on, without `refs/heads/`; nil if it is on none.
  func headBranch() throws -> String? {
    let folder = "refs/heads/"
    let head = try store.repository.symbolicTarget(of: "HEAD")
    return head.flatMap { $0.hasPrefix(folder) ? String($0.dropFirst(folder.count)) : nil }
  }

  /// Whether a board's branch is checked out, whose commits are no code.
  func isOnBoard() throws -> Bool {
    let branch =
      try store.repository.symbolicTarget(of: "HEAD") ?? store.repository.rebasedBranch
    return branch?.hasPrefix(BoardStore.branchFolder) ?? false
  }
}
