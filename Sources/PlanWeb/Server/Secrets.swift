import Synchronization

/// The secrets of one run of the server: a token for each address that is opened, which counts once,
/// and the key that a page gets for it.
final class Secrets: Sendable {
  /// What a page gets for its token.
  struct Key: Sendable {
    /// What each request of the page carries.
    let bearer: String
    /// What the page asks, before it sends the bearer or a text, to learn whether this run answers.
    let question: String
    /// The answer, which no other program knows.
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

  /// Returns a new token, for an address that is opened.
  func token(using random: inout some RandomNumberGenerator) -> String {
    let token = Self.secret(using: &random)
    tokens.withLock { _ = $0.insert(token) }
    return token
  }

  /// Returns the key for a token, which counts no more from now on; nil for any other text.
  func redeem(_ token: String) -> Key? {
    tokens.withLock { $0.remove(token) == nil ? nil : key }
  }

  /// Returns the answer to the question of this run; nil for any other text.
  func answer(to question: String) -> String? {
    Self.isSame(question, key.question) ? key.answer : nil
  }

  /// Whether the value of a header `Authorization` carries the bearer.
  func isBearer(_ header: String) -> Bool { Self.isSame(header, "Bearer \(key.bearer)") }

  /// Compares all of two texts, however early they differ, so that the time tells nothing.
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
