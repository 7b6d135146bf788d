/// A failed run of the `git` program.
///
/// `command` is the program and its subcommand, such as `git fetch`. Arguments are left out,
/// because a URL may contain secrets.
package enum GitProgramError: Error, Equatable, Sendable {
  /// There is no such program on the `PATH`.
  case notFound(name: String)

  /// The deadline passed, and the program was ended.
  case timedOut(command: String, after: Duration)

  /// The task was cancelled, and the program was ended.
  case cancelled(command: String)

  /// The program could not be started or watched, for the system's reason.
  case notRun(command: String, reason: String)

  /// The program ended with a nonzero exit code.
  case failed(ProgramFailure)

  /// The program succeeded, but its output can't be parsed.
  case unreadable(command: String, output: String)

  /// An argument was refused before git ran, because it would do something other than intended.
  case invalidArgument(String)
}

/// How a failed run of git ended, and the reasons that its messages give.
package struct ProgramFailure: Equatable, Sendable {
  /// The program and its subcommand.
  package let command: String
  package let exitCode: Int32
  package let standardError: String

  /// The reason why the remote could not be used; nil if no remote took part.
  package let remote: RemoteFailure?

  /// The system error; nil if git's last lines report none.
  package let system: SystemFailure?

  /// The path of the lock file that already existed in this repository; nil if there was none.
  package let lockFile: String?

  /// Finds the reasons in git's standard error.
  ///
  /// - Parameter remote: The failure of the remote, if it is known.
  package init(
    command: String, exitCode: Int32, standardError: String, remote: RemoteFailure? = nil
  ) {
    self.command = command
    self.exitCode = exitCode
    self.standardError = standardError
    self.remote = remote
    let lines = standardError.split(whereSeparator: \.isNewline)
    system = SystemFailure(standardError: lines.suffix(Self.lastLines))
    // Lines of the remote begin with "remote:" and may name lock files there.
    lockFile = lines.filter { !$0.hasPrefix("remote:") }.compactMap { LockFile.path(in: $0) }.first
  }

  /// The last lines of git's output, to show why it failed.
  package var lastLines: [String] {
    standardError.split(whereSeparator: \.isNewline).suffix(Self.lastLines).map(String.init)
  }

  private static let lastLines = 8
}

extension GitProgramError {
  /// The command of a push in errors.
  static let push = "git push"

  /// Whether a push failed without an answer, so the remote may have accepted it.
  package var leavesPushUnknown: Bool {
    switch self {
    case .timedOut(Self.push, _), .cancelled(Self.push): true
    case .failed(let failure):
      failure.command == Self.push
        && (failure.remote == .disconnected || failure.remote == .unknown)
    default: false
    }
  }

  static func failed(_ command: String, _ output: GitProgram.Output) -> GitProgramError {
    .failed(
      ProgramFailure(
        command: command, exitCode: output.exitCode, standardError: output.standardError))
  }

  /// Returns the error for a failed command that uses a remote.
  static func remoteFailed(
    _ command: String, _ output: GitProgram.Output, isPush: Bool = false
  ) -> GitProgramError {
    .failed(
      ProgramFailure(
        command: command, exitCode: output.exitCode, standardError: output.standardError,
        remote: RemoteFailure(standardError: output.standardError, isPush: isPush)))
  }
}
