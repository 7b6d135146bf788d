import Git
import PlanStore

extension Problem {
  /// Replaces git's exit code with the reason why a remote could not be used, and adds the remedy.
  /// An unknown failure changes nothing.
  mutating func explain(_ failure: RemoteFailure, of remote: String) {
    switch failure {
    case .authentication, .noSuchRepository, .readOnly: explainAccess(failure, to: remote)
    case .unknownHost, .changedHostKey: explainHostKey(failure, of: remote)
    case .unreachable, .disconnected, .locked: explainDelay(failure, of: remote)
    case .unknown: break
    }
  }

  /// Explains a refused login, a missing repository, or a read-only remote.
  private mutating func explainAccess(_ failure: RemoteFailure, to remote: String) {
    switch failure {
    case .authentication:
      code = .authentication
      message = "'\(remote)' did not let you in"
      hints = ["check that 'git fetch \(remote)' works; pmgit uses the same keys and passwords"]
    case .noSuchRepository:
      code = .noRemoteRepository
      message = "there is no repository at the address of '\(remote)', or you may not see it"
      hints = ["see the address with 'git remote -v'"]
    case .readOnly:
      code = .readOnly
      message = "'\(remote)' can be read from, but not written to"
      hints = [
        "your changes are safe here; ask its administrator for permission to push, or choose "
          + "another remote with \(pmgit: "config", "remote", "NAME")"
      ]
    default: break
    }
  }

  private mutating func explainHostKey(_ failure: RemoteFailure, of remote: String) {
    code = .hostKey
    if failure == .unknownHost {
      message = "ssh does not know the host of '\(remote)'"
      hints = [
        "connect once with 'ssh HOST' and compare the key with what its owner says, then try again"
      ]
    } else {
      message = "the host of '\(remote)' has another key than before"
      hints = [
        "ask its administrator whether the key was changed; somebody may be impersonating it",
        "if it was, forget the old one with 'ssh-keygen -R HOST'",
      ]
    }
  }

  /// Explains a failure after which the same request may succeed later.
  private mutating func explainDelay(_ failure: RemoteFailure, of remote: String) {
    kind = .tryAgain
    switch failure {
    case .unreachable:
      code = .unreachable
      message = "'\(remote)' can't be reached"
      hints = ["your changes are safe here; \(running: "sync") when it is back"]
    case .disconnected:
      code = .disconnected
      message = "the connection to '\(remote)' broke off"
      hints = ["your changes are safe here; run the same command again"]
    default:
      code = .contention
      message = "another git is writing the same branch"
      hints = ["run the same command again"]
    }
  }

  /// Explains a reference in this clone that git could not lock.
  mutating func explainLock(_ path: String) {
    code = .locked
    message = "'\(path)' is held by another git, or was left by one that was killed"
    detail = []
    hints = ["if no git is running here, remove it with \(pmgit: "doctor", "--unlock")"]
  }
}

extension Error {
  /// Whether git could not be run, could not reach the remote, or found no repository there.
  ///
  /// A board can then be created locally. After other failures, such as a refused login, that is
  /// not safe, because the remote may have the board.
  var leavesRemoteUnknown: Bool {
    switch self as any Error {
    case GitProgramError.cancelled, StoreError.remote(_, .cancelled): false
    case is GitProgramError, StoreError.remote(_, .timedOut), StoreError.remote(_, .notFound),
      StoreError.remote(_, .notRun):
      true
    case StoreError.remote(_, .failed(let failure)):
      switch failure.remote {
      case .unreachable, .disconnected, .noSuchRepository: true
      default: false
      }
    default: false
    }
  }
}
