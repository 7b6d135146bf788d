import Synchronization

/// The secrets of one run of the server: a token for each address that is opened, which counts once,
/// and the bearer that a page gets for it.
final class Secrets: Sendable {
  private let bearer: String
  private let tokens: Mutex<Set<String>>

  init(using random: inout some RandomNumberGenerator) {
    bearer = Self.secret(using: &random)
    tokens = Mutex([])
  }

  /// Returns a new token, for an address that is opened.
  func token(using random: inout some RandomNumberGenerator) -> String {
    let token = Self.secret(using: &random)
    tokens.withLock { _ = $0.insert(token) }
    return token
  }

  /// Returns the bearer for a token, which counts no more from now on; nil for any other text.
  func redeem(_ token: String) -> String? {
    tokens.withLock { $0.remove(token) == nil ? nil : bearer }
  }

  /// Whether the value of a header `Authorization` carries the bearer.
  ///
  /// Compares all of it, however early it differs, so that the time tells nothing.
  func isBearer(_ header: String) -> Bool {
    let (given, wanted) = (Array(header.utf8), Array("Bearer \(bearer)".utf8))
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
