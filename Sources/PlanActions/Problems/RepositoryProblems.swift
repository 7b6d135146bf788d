import Git
import PlanModel
import PlanStore
import PlanView

extension Problem {
  /// Explains a git error whose cause is known, with the remedy; for other errors, changes nothing.
  mutating func explainRepository(_ error: GitError) {
    if let cause = error.cause {
      explain(cause, error)
    } else if error.code == .ambiguous {
      code = .ambiguousCommit
      kind = .usage
      message =
        "could not \(error.operation): it is too short, or several objects' ids begin with it"
      hints = ["type more of the commit's id; see the commits with \(pmgit: "log")"]
    } else if error.isAboutDamage {
      explainDamage()
    }
  }

  private mutating func explain(_ cause: GitError.Cause, _ error: GitError) {
    switch cause {
    case .bareRepository(let path):
      code = .bareRepository
      message =
        "'\(path)' is a bare repository, which 'safe.bareRepository' allows only if it is named"
      hints = ["if you trust it, name it: \(run: "env", "GIT_DIR=\(path)", "pmgit", "status")"]
    case .missingFolder(let path):
      code = .noRepository
      message = "there is no folder '\(path)'"
      hints = ["name the folder of a repository with \(pmgit: "-C", "DIR")"]
    case .unsupportedExtension(let name):
      code = .unsupportedRepository
      (message, hints) = Self.words(forExtension: name)
    case .unsupportedVersion:
      code = .unsupportedRepository
      message = "this repository has a newer format than pmgit can read"
      hints = ["see 'git config core.repositoryFormatVersion', and install a newer pmgit"]
    case .brokenConfiguration:
      code = .badConfiguration
      message = "git's configuration can't be read: \(error.message)"
      hints = ["correct that line in an editor; git itself fails on it too"]
    case .brokenReference("HEAD"):
      code = .brokenHead
      message = "the file 'HEAD' of this repository is broken"
      hints = ["write the name of your branch to it: 'echo \"ref: refs/heads/main\" > .git/HEAD'"]
    case .brokenReference(let name): explainBrokenReference(name)
    case .referenceInTheWay(let obstacle):
      code = .branchInTheWay
      message = "'\(obstacle)' is in the way of the board's branch"
      hints = [Self.hint(forReferenceInTheWay: obstacle)]
    case .symbolicReference(let name, let target) where name.hasPrefix("refs/remotes/"):
      code = .symbolicBranch
      message = "'\(name)' is a symbolic reference to '\(target)'"
      hints = ["remove it with \(run: "git", "symbolic-ref", "--delete", name)"]
    case .symbolicReference(_, let target):
      code = .symbolicBranch
      message =
        "the board's branch is a symbolic reference to '\(target)', which pmgit does not change"
      hints = ["see it with 'git for-each-ref --format=\"%(refname) %(symref)\" refs/heads/pmgit'"]
    case .system where error.isAboutDamage: explainDamage()
    case .system(let failure): explain(failure)
    }
  }

  private mutating func explainBrokenReference(_ name: String) {
    code = .damaged
    message = "the file of '\(name)' is broken: it names no commit"
    let file = { (folder: String) in
      "\"$(git rev-parse --git-common-dir)\"/\(folder)\(name.shellWord)"
    }
    hints = [
      Hint("see the commits that it named: 'tail \(file("logs/"))'"),
      Hint(
        "remove the file, and name the last of them: "
          + "'rm \(file("")) && git update-ref \(name.shellWord) COMMIT'"),
    ]
  }

  private mutating func explainDamage() {
    code = .damaged
    hints = ["see what is damaged, and what is whole, with \(pmgit: "doctor")"]
  }

  private static func words(forExtension name: String) -> (message: String, hints: [Hint]) {
    switch name {
    case "objectformat":
      (
        "this repository names objects by SHA-256, which pmgit can't read",
        ["keep the board in a repository of its own: 'git init --object-format=sha1 DIR'"]
      )
    case "refstorage":
      (
        "this repository keeps its branches as a reftable, which pmgit can't read",
        ["convert it with 'git refs migrate --ref-format=files'"]
      )
    default:
      (
        "this repository uses '\(name)', which pmgit can't read",
        ["see 'git config --get-regexp ^extensions', and whether a newer pmgit can"]
      )
    }
  }

  private static func hint(forReferenceInTheWay name: String) -> Hint {
    let parts = name.split(separator: "/").map(String.init)
    switch parts.dropFirst().first {
    case "remotes" where parts.count > 3:
      return
        "if '\(parts[2])' no longer has it, remove it with \(run: "git", "remote", "prune", parts[2])"
    case "heads":
      let branch = parts[2...].joined(separator: "/")
      let free = "old-" + parts[2...].joined(separator: "-")
      return "rename that branch: \(run: "git", "branch", "-m", branch, free)"
    default:
      return "remove it with \(run: "git", "update-ref", "-d", name)"
    }
  }

  /// Explains why a work tree can't follow the board's branch, with the command to run there.
  init(_ obstacle: WorktreeObstacle, in folder: String, board: BoardName) {
    let folder = Self.withoutSlash(folder)
    let place = "branch 'pmgit/\(board)' is checked out in '\(folder)'"
    let there = ["git", "-C", folder].shellCommand
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
      hints = ["fix that, or leave the branch with '\(there) switch --detach', \(again)"]
    }
  }

  /// Returns a folder's path without its trailing slash.
  package static func withoutSlash(_ folder: String) -> String {
    folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }
}
