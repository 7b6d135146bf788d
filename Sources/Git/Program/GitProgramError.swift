/// A run of the `git` program that did not do what it was for.
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

  /// The program succeeded, but what it wrote cannot be read.
  case unreadable(command: String, output: String)

  /// An argument was refused before git ran, because it would do something else than is meant.
  case invalidArgument(String)
}

/// How a run of git ended that failed, and what its words say of the reason.
package struct ProgramFailure: Equatable, Sendable {
  /// The program and its subcommand.
  package let command: String
  package let exitCode: Int32
  package let standardError: String

  /// Why the remote could not be used; nil where none took part.
  package let remote: RemoteFailure?

  /// What the system refused; nil where git's last lines tell of nothing.
  package let system: SystemFailure?

  /// The lock file of this repository that was there already, by its path.
  package let lockFile: String?

  /// Reads what git wrote.
  ///
  /// - Parameter remote: What is known of the remote's part.
  package init(
    command: String, exitCode: Int32, standardError: String, remote: RemoteFailure? = nil
  ) {
    self.command = command
    self.exitCode = exitCode
    self.standardError = standardError
    self.remote = remote
    let lines = standardError.split(whereSeparator: \.isNewline)
    system = SystemFailure(standardError: lines.suffix(Self.lastLines))
    // What the remote says of its own files stands behind a mark.
    lockFile = lines.filter { !$0.hasPrefix("remote:") }.compactMap { LockFile.path(in: $0) }.first
  }

  /// The end of what git wrote: enough to see why it failed.
  package var lastLines: [String] {
    standardError.split(whereSeparator: \.isNewline).suffix(Self.lastLines).map(String.init)
  }

  private static let lastLines = 8
}

extension GitProgramError {
  /// The command of a push, as errors name it.
  static let push = "git push"

  /// Whether it is a push that may have arrived all the same: the answer to it did not.
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

  /// The failure of a command that talks to a remote.
  static func remoteFailed(
    _ command: String, _ output: GitProgram.Output, isPush: Bool = false
  ) -> GitProgramError {
    .failed(
      ProgramFailure(
        command: command, exitCode: output.exitCode, standardError: output.standardError,
        remote: RemoteFailure(standardError: output.standardError, isPush: isPush)))
  }
}
