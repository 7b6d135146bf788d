/// Reads the headers and keys of a TOML file in their order. Values are only checked for where they
/// end, with the grammar of TOML 1.0.
struct TOMLScanner {
  enum Statement {
    case table([String])
    case array([String])
    /// A key, and the keys in its value if that is an inline table. Of dotted ones the first part.
    case value([String], keys: [String])
  }

  private let text: [UInt8]
  /// Texts that are an error inside multi-line strings.
  private let unexpected: [String]
  private var place: Int

  private static let quote = UInt8(ascii: "\"")
  private static let lineFeed: UInt8 = 0x0A
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let maximumDepth = 64

  init(_ text: [UInt8], unexpected: [String]) {
    (self.text, self.unexpected) = (text, unexpected)
    place = text.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
  }

  /// Returns the next header or key; nil at the end.
  mutating func next() throws(TOMLServers.Failure) -> Statement? {
    skipLines()
    guard place < text.count else { return nil }
    let statement: Statement
    if take("[") {
      let isArray = take("[")
      let path = try dottedKey()
      guard take("]"), !isArray || take("]") else { throw invalid("a header has no end") }
      statement = isArray ? .array(path) : .table(path)
    } else {
      let path = try dottedKey()
      guard take("=") else { throw invalid("a key has no value") }
      statement = .value(path, keys: try value(depth: 0))
    }
    skipSpace()
    if byte == UInt8(ascii: "#") { skipComment() }
    guard byte == nil || byte == Self.lineFeed else { throw invalid("more follows a value") }
    return statement
  }
}

// MARK: - Bytes

extension TOMLScanner {
  private var byte: UInt8? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while let byte, [0x20, 0x09, 0x0D].contains(byte) { place += 1 }
  }

  private mutating func skipComment() {
    while let byte, byte != Self.lineFeed { place += 1 }
  }

  /// Skips white space, line breaks and comments.
  private mutating func skipLines() {
    while true {
      skipSpace()
      if byte == UInt8(ascii: "#") { skipComment() }
      guard byte == Self.lineFeed else { return }
      place += 1
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    skipSpace()
    guard byte == UInt8(ascii: scalar) else { return false }
    place += 1
    return true
  }

  private func invalid(_ reason: String) -> TOMLServers.Failure {
    .invalid(line: line(at: place), reason: reason)
  }

  private func line(at place: Int) -> Int {
    1 + text[..<place].count { $0 == Self.lineFeed }
  }
}

// MARK: - Keys and values

extension TOMLScanner {
  private mutating func dottedKey() throws(TOMLServers.Failure) -> [String] {
    var path: [String] = []
    repeat {
      skipSpace()
      if let byte, byte == Self.quote || byte == UInt8(ascii: "'") {
        path.append(try string(in: byte))
      } else {
        let bare = text[place...].prefix(while: Self.isBare)
        guard !bare.isEmpty else { throw invalid("a key is missing") }
        path.append(String(decoding: bare, as: UTF8.self))
        place += bare.count
      }
    } while take(".")
    return path
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Skips a value.
  ///
  /// - Returns: The keys of an inline table.
  private mutating func value(depth: Int) throws(TOMLServers.Failure) -> [String] {
    guard depth < Self.maximumDepth else { throw invalid("a value is nested too deeply") }
    if take("[") {
      try items(upTo: "]") { scanner throws(TOMLServers.Failure) in
        _ = try scanner.value(depth: depth + 1)
      }
    } else if take("{") {
      var keys: [String] = []
      try items(upTo: "}") { scanner throws(TOMLServers.Failure) in
        keys += try scanner.dottedKey().prefix(1)
        guard scanner.take("=") else { throw scanner.invalid("a key has no value") }
        _ = try scanner.value(depth: depth + 1)
      }
      return keys
    } else if let byte, byte == Self.quote || byte == UInt8(ascii: "'") {
      if text[place...].starts(with: [byte, byte, byte]) {
        try skipMultiLineString(in: byte)
      } else {
        _ = try string(in: byte)
      }
    } else {
      let word = text[place...].prefix { !",]}#\n".utf8.contains($0) }
      guard !word.isEmpty, !word.contains(where: "\"'=[{".utf8.contains) else {
        throw invalid("a value is missing")
      }
      place += word.count
    }
    return []
  }

  /// Skips what is separated by commas, up to a bracket.
  private mutating func items(
    upTo end: Unicode.Scalar,
    skipItem: (inout TOMLScanner) throws(TOMLServers.Failure) -> Void
  ) throws(TOMLServers.Failure) {
    while true {
      skipLines()
      if take(end) { return }
      try skipItem(&self)
      skipLines()
      if take(",") { continue }
      guard take(end) else { throw invalid("a '\(end)' is missing") }
      return
    }
  }

  /// Returns the text of a string on one line.
  private mutating func string(in quote: UInt8) throws(TOMLServers.Failure) -> String {
    var content: [UInt8] = []
    place += 1
    while let byte, byte != Self.lineFeed {
      place += 1
      if byte == quote { return String(decoding: content, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), quote == Self.quote {
        content += try escape()
      } else {
        content.append(byte)
      }
    }
    throw invalid("a string has no end")
  }

  /// Returns the character of an escape after its backslash. One that stands for white space is
  /// left as its letter.
  private mutating func escape() throws(TOMLServers.Failure) -> [UInt8] {
    guard let letter = byte, letter != Self.lineFeed else { throw invalid("a string has no end") }
    place += 1
    let digits = letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
    guard digits > 0 else { return [letter] }
    let code = UInt32(String(decoding: text[place...].prefix(digits), as: UTF8.self), radix: 16)
    guard let code, let scalar = Unicode.Scalar(code) else { throw invalid("an escape is wrong") }
    place += digits
    return Array(String(Character(scalar)).utf8)
  }

  private mutating func skipMultiLineString(in quote: UInt8) throws(TOMLServers.Failure) {
    let start = place
    place += 3
    while !text[place...].starts(with: [quote, quote, quote]) {
      guard let byte else {
        throw .invalid(line: line(at: start), reason: "a multi-line string has no end")
      }
      place += byte == UInt8(ascii: "\\") && quote == Self.quote ? 2 : 1
      place = min(place, text.count)
    }
    // Up to two quotation marks before the last three are part of the string.
    place += min(text[place...].prefix { $0 == quote }.count, 5)
    let content = String(decoding: text[start..<place], as: UTF8.self)
    if unexpected.contains(where: content.contains) {
      throw .multiLineString(line: line(at: start))
    }
  }
}
