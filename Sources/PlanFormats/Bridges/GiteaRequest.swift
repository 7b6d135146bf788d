import PlanModel

/// A request to the REST interface of Gitea and Forgejo.
package struct GiteaRequest: Hashable, Sendable {
  enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case patch = "PATCH"
    case delete = "DELETE"
  }

  let method: Method
  /// The path below `/api/v1/`, with its query: `repos/o/r/issues/12`.
  let path: String
  /// The document to send; nil for none.
  let document: JSONObject?

  init(_ method: Method, _ path: String, _ document: JSONObject? = nil) {
    (self.method, self.path, self.document) = (method, path, document)
  }

  /// Whether a lost answer may hide that something was changed.
  package var isChange: Bool { method != .get }

  /// The most items of a page. A server may send fewer.
  static let pageSize = 50

  /// Returns the request for a page of a list.
  static func page(_ number: Int, of path: String) -> GiteaRequest {
    GiteaRequest(.get, "\(path)\(path.contains("?") ? "&" : "?")limit=\(pageSize)&page=\(number)")
  }

  /// Returns a text as a part of a path.
  static func escaped(_ text: String) -> String { PercentText.component(text, keeping: "-_") }

  // MARK: - curl

  /// The words of a run of curl. The first ones make it read its options from standard input, and
  /// no file of the person.
  ///
  /// - Parameter hidesDocument: Whether to leave out the document, which may be longer than an
  ///   argument can be.
  func words(to root: String, hidesDocument: Bool = false) -> [String] {
    var words = ["curl", "-q", "--config", "-"]
    if method != .get { words += ["--request", method.rawValue] }
    if let document, !hidesDocument {
      words += ["--data-raw", CanonicalJSON.line(of: .object(document))]
    }
    return words + [root + path]
  }

  /// The document, if it is too long for curl's input, of which many versions take lines of 100 KB
  /// at most; nil otherwise.
  package var longDocument: String? {
    let text = document.map { CanonicalJSON.line(of: .object($0)) } ?? ""
    return Self.quoted(text).utf8.count > Self.longestLine ? text : nil
  }

  private static let longestLine = 90_000

  /// Returns the words and the input for a run of curl.
  ///
  /// The login and the document are in the input, since other people of a machine can see the
  /// arguments of programs. curl follows no redirect, so no other host gets the login.
  ///
  /// - Parameter file: The path of a file with the document; nil to have it in the input.
  package func call(
    to root: String, as login: TrackerLogin?, documentIn file: String? = nil
  ) -> (words: [String], input: String) {
    let scheme = root.hasPrefix("http://") ? "http" : "https"
    var lines = [
      "silent", "show-error", "include", "suppress-connect-headers", "globoff",
      "proto = \"=\(scheme)\"", "connect-timeout = 30", "max-time = \(Self.longestTime)",
      "user-agent = \"pmgit\"", "header = \"Accept: application/json\"", "header = \"Expect:\"",
    ]
    if let login { lines.append("user = \(Self.quoted("\(login.name):\(login.password)"))") }
    if let document {
      lines.append("header = \"Content-Type: application/json\"")
      lines.append(
        file.map { "data-binary = \(Self.quoted("@\($0)"))" }
          ?? "data-raw = \(Self.quoted(CanonicalJSON.line(of: .object(document))))")
    }
    return (
      words(to: root, hidesDocument: true), lines.joined(separator: "\n") + "\n"
    )
  }

  /// The seconds after which curl ends by itself, if pmgit was killed.
  private static let longestTime = 600

  /// Returns a text in the quotes of curl's configuration.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

/// A login that git knows for a host.
package struct TrackerLogin: Hashable, Sendable {
  package let name: String
  /// A password, or a token in its place.
  package let password: String

  package init(name: String, password: String) { (self.name, self.password) = (name, password) }
}

/// An answer of the REST interface, as `curl --include` prints it.
package struct GiteaAnswer: Hashable, Sendable {
  package let status: Int
  /// The number of all items of a list; nil if the server does not say it.
  let total: Int?
  /// The address of a redirect; nil if there is none.
  package let redirect: String?
  private let body: [UInt8]

  init(status: Int, total: Int? = nil, redirect: String? = nil, body: String = "") {
    (self.status, self.total, self.redirect) = (status, total, redirect)
    self.body = Array(body.utf8)
  }

  /// Parses what curl prints; nil if that is no answer of HTTP.
  package init?(_ output: [UInt8]) {
    var rest = output[...]
    var head: [Substring] = []
    var status = 100
    // Answers such as '100 Continue' come before the final one.
    while (100..<200).contains(status) {
      guard rest.starts(with: Array("HTTP/".utf8)), let end = Self.end(of: rest) else { return nil }
      let text = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      rest = rest[end.upperBound...]
      head = text.split(whereSeparator: \.isNewline)
      let words = (head.first ?? "").split(separator: " ", maxSplits: 2)
      guard words.count > 1, let code = Int(words[1]), (100..<600).contains(code) else {
        return nil
      }
      status = code
    }
    let value = { (name: String) in
      head.dropFirst().last { $0.lowercased().hasPrefix("\(name):") }
        .map { String($0.dropFirst(name.count + 1)).trimmingSpaces }
    }
    self.status = status
    total = value("x-total-count").flatMap { Int($0) }
    redirect = value("location")
    body = Array(rest)
  }

  private static func end(of bytes: ArraySlice<UInt8>) -> Range<Int>? {
    bytes.firstRange(of: [0x0D, 0x0A, 0x0D, 0x0A])
  }

  package var isSuccess: Bool { (200..<300).contains(status) }

  var byteCount: Int { body.count }

  /// The document of the answer; nil if it is not JSON.
  var document: JSONValue? {
    try? JSONReader.value(in: body, maximumSize: TrackerSource.maximumSize)
  }

  /// The objects of a list; nil if the answer is none.
  var items: [JSONObject]? {
    guard let values = document?.array else { return nil }
    let items = values.compactMap(\.object)
    return items.count == values.count ? items : nil
  }

  /// What the server says about a failure, on one line: `HTTP 404: not found`.
  package var complaint: String {
    let message = document?.object?["message"]?.string.flatMap(TrackerText.line)
    let words = message ?? Self.meanings[status] ?? ""
    return words.isEmpty ? "HTTP \(status)" : "HTTP \(status): \(words)"
  }

  private static let meanings = [
    401: "unauthorized", 403: "forbidden", 404: "not found", 413: "too large",
    423: "the repository is archived", 429: "too many requests",
  ]
}
