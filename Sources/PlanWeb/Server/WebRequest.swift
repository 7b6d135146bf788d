import PlanModel

/// The parts of a browser's request that the server uses.
struct WebRequest: Sendable {
  var method: String
  /// The parts of the path, decoded, without the query: `/api/boards` has two.
  var path: [String]
  /// The values of the query by name; a request with a repeated name is refused.
  var query: [String: String]
  /// The headers in the order of the request, with names in lower case.
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  /// Parses a request.
  ///
  /// - Parameter target: The target of the request's first line: `/b/main?q=bug`.
  /// - Returns: nil if the target is not a path, has escapes that are not UTF-8, or repeats a name
  ///   in its query.
  init?(
    method: String, target: String, headers: [(name: String, value: String)], body: [UInt8] = []
  ) {
    guard target.utf8.first == UInt8(ascii: "/") else { return nil }
    (self.method, self.body) = (method, body)
    self.headers = headers.map { ($0.name.lowercased(), $0.value) }
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = []
    for part in parts[0].split(separator: "/", omittingEmptySubsequences: true) {
      guard let decoded = Self.decoded(part, plusIsSpace: false) else { return nil }
      path.append(decoded)
    }
    query = [:]
    for pair in (parts.count > 1 ? parts[1] : "").split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0], plusIsSpace: true),
        let value = Self.decoded(sides.count > 1 ? sides[1] : "", plusIsSpace: true),
        query.updateValue(value, forKey: name) == nil
      else { return nil }
    }
  }

  /// Returns the values of a header, whose name must be given in lower case.
  func values(of name: String) -> [String] { headers.filter { $0.name == name }.map(\.value) }

  /// Whether the browser accepts compressed answers.
  var acceptsGzip: Bool {
    values(of: "accept-encoding").flatMap { $0.split(separator: ",") }.contains { coding in
      let parts = coding.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      return parts.first == "gzip"
        && !parts.contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }

  /// Decodes escapes such as `%41`. Returns nil for an invalid escape, invalid UTF-8 or a NUL.
  private static func decoded(_ text: Substring, plusIsSpace: Bool) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "%"):
        let digits = String(decoding: Array(rest.prefix(2)), as: UTF8.self)
        // 'UInt8' would also accept a sign.
        guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
          let value = UInt8(digits, radix: 16)
        else { return nil }
        bytes.append(value)
        rest = rest.dropFirst(2)
      case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
      default: bytes.append(byte)
      }
    }
    guard !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}
