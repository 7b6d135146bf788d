import PlanDocuments
import PlanModel

/// The server's answer to a request.
struct WebAnswer: Sendable {
  var status: Int
  var type: String
  var body: Body
  /// Additional headers, which replace those of `usualHeaders` with the same name.
  var headers: [(name: String, value: String)] = []

  enum Body: Sendable {
    case bytes([UInt8])
    /// A stream with the states of a board. It lasts until the connection ends.
    case events(BoardName)
  }

  init(_ status: Int, type: String, _ body: [UInt8]) {
    (self.status, self.type, self.body) = (status, type, .bytes(body))
  }

  /// Creates an answer from a document as `--json` prints it.
  init(_ status: Int = 200, _ document: JSONObject) {
    self.init(status, type: "application/json", Documents.bytes(of: document))
  }

  init(eventsOf board: BoardName) {
    (status, type, body) = (200, "text/event-stream", .events(board))
  }

  /// The headers of all answers. They forbid caching, framing, MIME sniffing, and loading scripts
  /// and styles from other places.
  static let usualHeaders: [(name: String, value: String)] = [
    ("Cache-Control", "no-store"),
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
        + "manifest-src 'self'; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'"
    ),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
  ]
}
