import Git
import PlanModel
import PlanStore

extension Problem {
  /// Explains why a work tree can't follow the board's branch, with the command to run there.
  init(_ obstacle: WorktreeObstacle, in folder: String, board: BoardName) {
    let folder = Self.withoutSlash(folder)
    let place = "branch 'pmgit/\(board)' is checked out in '\(folder)'"
    let there = ShellWord.command(["git", "-C", folder])
    let again = "then run the command again"
    self.init(code: .checkedOut, message: place)
    switch obstacle {
    case .change(let path):
      message += ", where '\(path)' is changed"
      hints = ["commit it there, or put it aside with '\(there) stash', \(again)"]
    case .untracked(let path):
      message += ", where '\(path)' is in the way"
      hints = ["move that file away, \(again)"]
    case .operation(let name):
      message += ", in the middle of 'git \(name)'"
      hints = ["end it with '\(there) \(name) --continue' or '--abort', \(again)"]
    case .program(let error):
      let problem = Problem(error)
      message += ", and can't follow: \(problem.message)"
      detail = problem.detail
      hints = ["mend that, or leave the branch there with '\(there) switch --detach', \(again)"]
    }
  }

  /// Returns a folder's path without its trailing slash.
  package static func withoutSlash(_ folder: String) -> String {
    folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }
}
