/// Why a remote could not be used, as far as git's words tell.
package enum RemoteFailure: Equatable, Sendable {
  /// The password, key or account was not accepted, or none could be asked for.
  case authentication

  /// ssh does not know the host's key, or knows another one.
  case hostKey

  /// The host has no address, refuses connections, or does not answer.
  case unreachable

  /// There is no repository at the address, or none that this user may see.
  case noSuchRepository

  /// Another git was writing the same reference: try again.
  case locked

  case unknown

  /// Classifies what git, ssh and curl write in the C locale.
  init(standardError: String) {
    let text = standardError.lowercased()
    // In this order: "could not read from remote repository" follows every failure of ssh, and
    // "unable to access" every one of curl, so the words that are more exact come first.
    self = Self.signs.first { sign in text.contains(sign.words) }?.failure ?? .unknown
  }

  private static let signs: [(words: String, failure: RemoteFailure)] = [
    ("cannot lock ref", .locked),
    ("host key verification failed", .hostKey),
    ("remote host identification has changed", .hostKey),
    ("no matching host key type", .hostKey),
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
    ("name or service not known", .unreachable),
    ("connection refused", .unreachable),
    ("connection timed out", .unreachable),
    ("operation timed out", .unreachable),
    ("connection reset", .unreachable),
    ("connection closed", .unreachable),
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
    ("' not found", .noSuchRepository),
    ("strange hostname", .noSuchRepository),
    ("strange pathname", .noSuchRepository),
    ("unable to access", .unreachable),
    ("the remote end hung up unexpectedly", .unreachable),
  ]
}
