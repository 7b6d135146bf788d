/// A failed run of the `git` program.
///
/// `command` is the program and its subcommand, `git fetch`, without arguments, which may hold
/// secrets in a URL.
package enum GitProgramError: Error, Equatable, Sendable {
  /// There is no such program on the `PATH`.
  case notFound(name: String)

  /// The deadline passed, and the program was ended.
  case timedOut(command: String, after: Duration)

  /// The task was cancelled, and the program was ended.
  case cancelled(command: String)

  /// The program could not be started or watched, for the reason that the system gives.
  case notRun(command: String, reason: String)

  /// The program ended with an exit code that is not 0.
  case failed(ProgramFailure)

  /// The program succeeded, but its output cannot be read.
  case unreadable(command: String, output: String)

  /// An argument was refused before git ran, because it would do something other than intended.
  case invalidArgument(String)
}

/// The way a failed run of git ended, and the reasons that its words tell.
package struct ProgramFailure: Equatable, Sendable {
  /// The program and its subcommand.
  package let command: String
  package let exitCode: Int32
  package let standardError: String

  /// The reason why the remote could not be used; nil if no remote took part.
  package let remote: RemoteFailure?

  /// The system's refusal; nil if git's last lines name none.
  package let system: SystemFailure?

  /// The path of this repository's lock file that existed already; nil if none was in the way.
  package let lockFile: String?

  /// Reads the reasons from git's standard error.
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
    // The remote's words about its own files stand behind a mark.
    lockFile = lines.filter { !$0.hasPrefix("remote:") }.compactMap { LockFile.path(in: $0) }.first
  }

  /// The end of git's output: enough to see why it failed.
  package var lastLines: [String] {
    standardError.split(whereSeparator: \.isNewline).suffix(Self.lastLines).map(String.init)
  }

  private static let lastLines = 8
}

extension GitProgramError {
  /// The command of a push, as errors name it.
  static let push = "git push"

  /// Whether this is a push that may have arrived all the same, because its answer did not.
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

  /// Returns the failure of a command that talks to a remote.
  static func remoteFailed(
    _ command: String, _ output: GitProgram.Output, isPush: Bool = false
  ) -> GitProgramError {
    .failed(
      ProgramFailure(
        command: command, exitCode: output.exitCode, standardError: output.standardError,
        remote: RemoteFailure(standardError: output.standardError, isPush: isPush)))
  }
}
