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

/// The result of a failed run of git, with the reasons that were found in its messages.
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
    // Lines from the remote begin with "remote:" and may name lock files on the remote.
    lockFile = lines.filter { !$0.hasPrefix("remote:") }.compactMap { LockFile.path(in: $0) }.first
  }

  /// The last lines of git's output, to show why it failed.
  package var lastLines: [String] {
    standardError.split(whereSeparator: \.isNewline).suffix(Self.lastLines).map(String.init)
  }

  private static let lastLines = 8
}

extension GitProgramError {
  /// The `command` of an error that a failed push throws.
  static let push = "git push"

  /// Whether a push failed before git knew the remote's decision, so the remote may have accepted
  /// the push.
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

/// The reason why a remote could not be used, as far as git's messages show it.
package enum RemoteFailure: Equatable, Sendable {
  /// The password, key or account was rejected, or no prompt was possible.
  case authentication

  /// ssh does not know the host.
  case unknownHost

  /// ssh knows another key for the host.
  case changedHostKey

  /// The host has no address, refuses connections, or does not answer.
  case unreachable

  /// The connection was lost.
  case disconnected

  /// The address has no repository, or none that this user may see.
  case noSuchRepository

  /// The remote accepts no pushes, or none from this user.
  case readOnly

  /// Another git was writing the same reference; a later try may succeed.
  case locked

  case unknown

  /// Classifies the messages of git, ssh and curl in the C locale.
  ///
  /// - Parameter isPush: Whether the command was a push, for which some messages mean something
  ///   else.
  init(standardError: String, isPush: Bool = false) {
    let text = standardError.lowercased()
    // The order matters, so exact messages come first. "could not read from remote repository"
    // follows every failure of ssh, and "unable to access" every failure of curl.
    let signs = (isPush ? Self.signsOfReadOnly : []) + Self.signs
    self = signs.first { sign in text.contains(sign.words) }?.failure ?? .unknown
  }

  private typealias Sign = (words: String, failure: RemoteFailure)

  /// The messages with which servers refuse a push from a user who may only read.
  private static let signsOfReadOnly: [Sign] = [
    ("service not enabled", .readOnly),
    ("access denied or repository not exported", .readOnly),
    ("returned error: 403", .readOnly),
    ("write access to repository not granted", .readOnly),
    ("not allowed to push", .readOnly),
  ]

  private static let signs: [Sign] = [
    // A branch `a` prevents `a/b`. Another try would not help, and git's own message explains it
    // best.
    ("exists; cannot create", .unknown),
    ("cannot lock ref", .locked),
    ("remote host identification has changed", .changedHostKey),
    ("host key verification failed", .unknownHost),
    ("no matching host key type", .unknownHost),
    ("authentication failed", .authentication),
    ("permission denied", .authentication),
    ("could not read username", .authentication),
    ("could not read password", .authentication),
    ("invalid username or password", .authentication),
    ("terminal prompts disabled", .authentication),
    ("too many authentication failures", .authentication),
    ("returned error: 401", .authentication),
    ("returned error: 403", .authentication),
    ("could not resolve", .unreachable),
    ("unable to look up", .unreachable),
    ("name or service not known", .unreachable),
    ("temporary failure in name resolution", .unreachable),
    ("connection refused", .unreachable),
    ("connection timed out", .unreachable),
    ("operation timed out", .unreachable),
    ("no route to host", .unreachable),
    ("network is unreachable", .unreachable),
    ("failed to connect", .unreachable),
    ("unable to connect", .unreachable),
    ("does not appear to be a git repository", .noSuchRepository),
    ("repository not found", .noSuchRepository),
    ("repository not exported", .noSuchRepository),
    ("access denied or repository", .noSuchRepository),
    ("returned error: 404", .noSuchRepository),
    ("not a git repository", .noSuchRepository),
    ("no such repository", .noSuchRepository),
    ("' not found", .noSuchRepository),
    ("strange hostname", .noSuchRepository),
    ("strange pathname", .noSuchRepository),
    ("rpc failed", .disconnected),
    ("early eof", .disconnected),
    ("unexpected disconnect", .disconnected),
    ("connection reset", .disconnected),
    ("connection closed", .disconnected),
    ("broken pipe", .disconnected),
    ("the remote end hung up", .disconnected),
    ("unable to access", .unreachable),
  ]
}
