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

  /// The program ended with an exit code that is not 0; `kind` is set where a remote took part.
  case failed(command: String, exitCode: Int32, standardError: String, kind: RemoteFailure?)

  /// The program succeeded, but what it wrote cannot be read.
  case unreadable(command: String, output: String)

  /// An argument was refused before git ran, because it would do something else than is meant.
  case invalidArgument(String)
}

extension GitProgramError {
  /// The command of a push, as errors name it.
  static let push = "git push"

  /// Whether it is a push that may have arrived all the same: the answer to it did not.
  package var leavesPushUnknown: Bool {
    switch self {
    case .timedOut(Self.push, _), .cancelled(Self.push),
      .failed(Self.push, _, _, .disconnected), .failed(Self.push, _, _, .unknown):
      true
    default: false
    }
  }

  static func failed(_ command: String, _ output: GitProgram.Output) -> GitProgramError {
    .failed(
      command: command, exitCode: output.exitCode, standardError: output.standardError, kind: nil)
  }

  /// The failure of a command that talks to a remote.
  static func remoteFailed(
    _ command: String, _ output: GitProgram.Output, isPush: Bool = false
  ) -> GitProgramError {
    .failed(
      command: command, exitCode: output.exitCode, standardError: output.standardError,
      kind: RemoteFailure(standardError: output.standardError, isPush: isPush))
  }
}
