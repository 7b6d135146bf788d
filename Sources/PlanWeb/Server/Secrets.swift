import Synchronization

/// The secrets of one run of the server: a one-time token for each opened address, and the key that
/// a page gets in exchange for its token.
final class Secrets: Sendable {
  /// The secrets that a page gets in exchange for its token.
  struct Key: Sendable {
    /// The secret that each request of the page carries.
    let bearer: String
    /// The question that the page asks before it sends the bearer or a text. The page sends them
    /// only to a server that knows the answer.
    let question: String
    /// The answer to the question, which only this run and its pages know.
    let answer: String
  }

  private let key: Key
  private let tokens: Mutex<Set<String>>

  init(using random: inout some RandomNumberGenerator) {
    key = Key(
      bearer: Self.secret(using: &random), question: Self.secret(using: &random),
      answer: Self.secret(using: &random))
    tokens = Mutex([])
  }

  /// Returns a new token for an address.
  func token(using random: inout some RandomNumberGenerator) -> String {
    let token = Self.secret(using: &random)
    tokens.withLock { _ = $0.insert(token) }
    return token
  }

  /// Returns the key for a token and invalidates the token; nil for any other text.
  func redeem(_ token: String) -> Key? {
    tokens.withLock { $0.remove(token) == nil ? nil : key }
  }

  /// Returns the answer to the question of this run; nil for any other text.
  func answer(to question: String) -> String? {
    Self.isSame(question, key.question) ? key.answer : nil
  }

  /// Whether the value of an `Authorization` header carries the bearer.
  func isBearer(_ header: String) -> Bool { Self.isSame(header, "Bearer \(key.bearer)") }

  /// Compares two texts of the same length in full even if they differ early, so that the time
  /// reveals nothing about the secret.
  private static func isSame(_ given: String, _ wanted: String) -> Bool {
    let (given, wanted) = (Array(given.utf8), Array(wanted.utf8))
    guard given.count == wanted.count else { return false }
    return zip(given, wanted).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }

  /// 256 random bits in hexadecimal digits.
  private static func secret(using random: inout some RandomNumberGenerator) -> String {
    (0..<4).map { _ in
      let digits = String(random.next() as UInt64, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
