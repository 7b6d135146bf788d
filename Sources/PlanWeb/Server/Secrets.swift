import PlanModel
import Synchronization

/// The secrets of the server: a one-time token for each opened URL, and the key that a page gets in
/// exchange for its token.
///
/// The key belongs to a user, a repository and a port. It is derived from a secret that outlives
/// the run, so that an open page keeps working with the next run. The key is sent only once, in
/// exchange for the token. From the key and the name of the run, the page and the server derive the
/// bearer that each request contains. The bearer has no value for later runs.
final class Secrets: Sendable {
  /// The key of pages, in hexadecimal.
  let key: String
  /// The name of this run, which is not secret.
  let run: String
  private let keyBytes: [UInt8]
  private let bearer: String
  private let tokens: Mutex<Set<String>>

  /// Derives the keys of a page and a server.
  ///
  /// - Parameters:
  ///   - secret: The secret of the user and the repository, from `KeyFile`.
  ///   - repository: The path of the repository, so that a copy has another key.
  init(
    from secret: [UInt8], port: Int, repository: String,
    using random: inout some RandomNumberGenerator
  ) {
    key = SHA256.code(of: "page \(port) \(repository)", by: secret)
    keyBytes = Array(key.utf8)
    run = Self.random(using: &random)
    bearer = SHA256.code(of: "bearer \(run)", by: keyBytes)
    tokens = Mutex([])
  }

  /// Returns a new token for a URL.
  func token(using random: inout some RandomNumberGenerator) -> String {
    let token = Self.random(using: &random)
    tokens.withLock { _ = $0.insert(token) }
    return token
  }

  /// Returns the key for a token and invalidates the token; nil for any other text.
  func redeem(_ token: String) -> String? {
    tokens.withLock { $0.remove(token) == nil ? nil : key }
  }

  /// Returns the answer to a page's question, which can only be computed with the key; nil for an
  /// invalid question. Anybody may ask, because the questions of pages are random and can't be
  /// predicted.
  func answer(to question: String) -> String? {
    let digits = "0123456789abcdef"
    guard question.utf8.count == 64, question.allSatisfy(digits.contains) else { return nil }
    return SHA256.code(of: "answer \(run) \(question)", by: keyBytes)
  }

  /// Whether the value of an `Authorization` header carries the bearer.
  func isBearer(_ header: String) -> Bool { Self.isSame(header, "Bearer \(bearer)") }

  /// Compares two texts of equal length completely even if they differ early, so that the time
  /// reveals nothing about the secret.
  private static func isSame(_ given: String, _ wanted: String) -> Bool {
    let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// Returns 256 random bits in hexadecimal digits.
  private static func random(using random: inout some RandomNumberGenerator) -> String {
    SHA256.hex((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &random) })
  }
}
