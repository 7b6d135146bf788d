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
