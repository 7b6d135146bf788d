/// Validates a JSON text and lists its values. `JSONReader` documents which texts are rejected.
struct JSONScanner {
  /// The text, followed by the unescaped forms of strings with escapes.
  var bytes: [UInt8]
  private(set) var tokens: [JSONText.Token] = []
  private(set) var greatestDepth = 0

  /// The index in `bytes` where the text ends.
  let end: Int
  /// Whether the whole text is UTF-8. If not, each string is checked for a precise error.
  let isUTF8: Bool
  let limits: JSONLimits
  var offset = 0
  private var depth = 0

  init(_ bytes: [UInt8], _ limits: JSONLimits) {
    (self.bytes, self.limits) = (bytes, limits)
    end = bytes.count
    do {
      _ = try UTF8Span(validating: bytes.span)
      isUTF8 = true
    } catch {
      isUTF8 = false
    }
    tokens.reserveCapacity(16 + end / 32)
  }

  mutating func document() throws(JSONError) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure("a byte order mark") }
    skipSpace()
    try value()
    skipSpace()
    guard offset == end else { throw failure("unexpected text after the value") }
  }

  // MARK: - Grammar

  private mutating func value() throws(JSONError) {
    guard tokens.count < limits.count else {
      throw failure("more than \(limits.count) values")
    }
    switch try peek("a value") {
    case UInt8(ascii: "{"): try container(.object)
    case UInt8(ascii: "["): try container(.array)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "-"), 0x30...0x39: try number()
    case UInt8(ascii: "t"): try literal("true", .true)
    case UInt8(ascii: "f"): try literal("false", .false)
    case UInt8(ascii: "n"): try literal("null", .null)
    default: throw failure("expected a value")
    }
  }

  /// Reads an array or an object. The token's `count` is set at the end.
  private mutating func container(_ kind: JSONText.Kind) throws(JSONError) {
    depth += 1
    greatestDepth = max(greatestDepth, depth)
    guard depth <= limits.depth else {
      throw failure("nested deeper than \(limits.depth) levels")
    }
    let index = tokens.count
    add(kind, from: offset)
    offset += 1
    skipSpace()
    if kind == .object { try members(of: index) } else { try elements() }
    tokens[index].count = tokens.count - index
    depth -= 1
  }

  private mutating func elements() throws(JSONError) {
    let close = UInt8(ascii: "]")
    if try isClosed(with: close) { return }
    repeat { try value() } while try !endsList(with: close)
  }

  private mutating func members(of object: Int) throws(JSONError) {
    let close = UInt8(ascii: "}")
    if try isClosed(with: close) { return }
    var isSorted = true
    var last: Int?
    repeat {
      guard try peek("a key") == UInt8(ascii: "\"") else {
        throw failure("expected a key in double quotes")
      }
      let key = tokens.count
      try string()
      if let last { isSorted = isSorted && precedes(tokens[last].content, tokens[key].content) }
      last = key
      skipSpace()
      guard try peek("':'") == UInt8(ascii: ":") else { throw failure("expected ':'") }
      offset += 1
      skipSpace()
      try value()
    } while try !endsList(with: close)
    if !isSorted { try sortMembers(of: object) }
  }

  /// Skips the closing bracket of an empty array or object and returns true; returns false if
  /// another byte is next.
  private mutating func isClosed(with close: UInt8) throws(JSONError) -> Bool {
    guard try peek(Self.name(close)) == close else { return false }
    offset += 1
    return true
  }

  /// Skips the comma or the closing bracket after an element, and returns whether it was the
  /// bracket.
  private mutating func endsList(with close: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    let next = try peek("',' or \(Self.name(close))")
    guard next == close || next == UInt8(ascii: ",") else {
      throw failure("expected ',' or \(Self.name(close))")
    }
    offset += 1
    if next == close { return true }
    skipSpace()
    if offset < end, bytes[offset] == close { throw failure("a comma before \(Self.name(close))") }
    return false
  }

  private static func name(_ close: UInt8) -> String { "'\(Character(Unicode.Scalar(close)))'" }

  private mutating func literal(_ word: String, _ kind: JSONText.Kind) throws(JSONError) {
    guard bytes[offset..<end].starts(with: word.utf8) else { throw failure("expected a value") }
    add(kind, from: offset)
    offset += word.utf8.count
  }

  private mutating func number() throws(JSONError) {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if offset < end, bytes[offset] == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if offset < end, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if offset < end, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < end, bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-") {
        offset += 1
      }
      try digits()
    }
    add(.number, from: start, content: start..<offset)
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while offset < end, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
    guard offset > start else { throw failure("expected a digit") }
  }

  // MARK: - Members in order

  /// Sorts the members of the object that was read last, by key.
  ///
  /// - Throws: An error at the second occurrence of a duplicate key.
  private mutating func sortMembers(of object: Int) throws(JSONError) {
    var members: [(key: ExactString, tokens: Range<Int>)] = []
    var next = object + 1
    while next < tokens.count {
      let end = next + 1 + tokens[next + 1].count
      let key = ExactString(String(decoding: bytes[tokens[next].content], as: UTF8.self))
      members.append((key, next..<end))
      next = end
    }
    var seen: Set<ExactString> = []
    for (key, place) in members where !seen.insert(key).inserted {
      throw JSONError(
        "key '\(key.text.excerpt)' is there twice", at: tokens[place.lowerBound].offset, in: bytes)
    }
    members.sort { $0.key < $1.key }
    let sorted = members.flatMap { tokens[$0.tokens] }
    tokens.replaceSubrange((object + 1)..., with: sorted)
  }

  /// Whether one string sorts before another by bytes.
  private func precedes(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    let bytes = bytes.span
    for (a, b) in zip(left, right) where bytes[a] != bytes[b] { return bytes[a] < bytes[b] }
    return left.count < right.count
  }

  // MARK: - Bytes

  mutating func add(_ kind: JSONText.Kind, from start: Int, content: Range<Int> = 0..<0) {
    tokens.append(JSONText.Token(kind: kind, offset: start, content: content))
  }

  private mutating func skipSpace() { offset = endOfSpace(from: offset) }

  private func endOfSpace(from start: Int) -> Int {
    let bytes = bytes.span
    for index in start..<end {
      switch bytes[index] {
      case 0x20, 0x0A, 0x0D, 0x09: continue
      default: return index
      }
    }
    return end
  }

  func peek(_ expected: @autoclosure () -> String) throws(JSONError) -> UInt8 {
    guard offset < end else { throw failure("the text ends where \(expected()) should be") }
    return bytes[offset]
  }

  func failure(_ reason: String) -> JSONError { JSONError(reason, at: offset, in: bytes) }
}
