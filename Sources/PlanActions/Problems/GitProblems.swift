package import Git
import PlanView

/// Problems of libgit2 and of the user's git.
extension Problem {
  init(_ error: GitError) {
    self.init(code: .git, message: "\(error)")
    if error.code == .locked {
      code = .locked
      hints = ["if no git is running here, remove it with \(pmgit: "doctor", "--unlock")"]
      kind = .tryAgain
    } else if error.code == .owner {
      code = .foreignOwner
      message = "the repository belongs to another user, and git does not trust it"
      hints = ["run 'git status' there: git prints the command that marks it as trusted"]
    } else {
      explainRepository(error)
      if error.isAfterMove {
        hints.insert("the change is on the board, but may be lost if the power fails", at: 0)
      }
    }
  }

  package init(_ error: GitProgramError) {
    switch error {
    case .notFound(let name):
      self.init(
        code: .noGit, message: "there is no program '\(name)' on the PATH",
        hints: ["install git; it is needed to share, to sign, and to find your editor"])
    case .timedOut(let command, let duration):
      self.init(
        code: .timeout,
        message:
          "'\(command)' gave no answer in \(CountWords.words(Int(duration.components.seconds), "second"))",
        hints: [
          "your changes are safe here; try again, or wait longer with "
            + "'git config pmgit.timeout SECONDS'"
        ], kind: .tryAgain)
    case .cancelled(let command):
      self.init(code: .interrupted, message: "'\(command)' was interrupted", kind: .interrupted)
    case .notRun(let command, let reason):
      self.init(code: .git, message: "'\(command)' could not be run: \(reason)")
    case .failed(let failure):
      self.init(
        code: .git,
        message: "'\(failure.command)' failed with exit code \(failure.exitCode)",
        detail: failure.lastLines)
      if failure.remote == nil || failure.remote == .unknown, let system = failure.system {
        explain(system)
      }
    case .unreadable(let command, let output):
      self.init(
        code: .git, message: "the answer of '\(command)' can't be read",
        detail: output.split(whereSeparator: \.isNewline).suffix(8).map(String.init))
    case .invalidArgument(let reason):
      self.init(code: .git, message: "git was not run: \(reason)")
    }
  }

  /// Creates the problem of a git command that was run with a remote.
  init(_ error: GitProgramError, of remote: String) {
    self.init(error)
    guard case .failed(let failure) = error, let kind = failure.remote else { return }
    explain(kind, of: remote)
    if kind == .locked, let lock = failure.lockFile { explainLock(lock) }
  }

  /// Sets the code and the hints for a disk that refuses a write.
  mutating func explain(_ failure: SystemFailure) {
    switch failure {
    case .diskFull, .quotaExceeded:
      code = .diskFull
      hints = ["make room on that disk, then run the same command again"]
    case .readOnlyDisk:
      code = .readOnlyDisk
      hints = ["the board can be read there; to change it, clone the repository to another disk"]
    case .noPermission:
      code = .noPermission
      hints = ["the board can be read there; ask the owner of the folder for permission to write"]
    case .deviceError:
      code = .diskError
      hints = ["the disk may be failing; copy the repository to another one before anything else"]
    case .unwritable:
      hints = ["see whether that disk is full or failing; git does not say"]
    case .noSuchFile: break
    }
  }
}
