import PlanModel

/// A JSON value with its place, parsed slowly: one token at a time, in Unicode scalars. Tests and
/// the fuzzer compare `JSONReader` and `PlanFile` with it.
struct SlowJSON {
  enum Content {
    case null
    case bool(Bool)
    case number(String)
    case string(ExactString)
    case array([SlowJSON])
    case object([(key: ExactString, value: SlowJSON)])
  }

  /// The index of the first byte.
  let offset: Int
  let content: Content

  init(in bytes: [UInt8]) throws(SlowFault) {
    guard bytes.count <= 1 << 20 else { throw SlowFault("longer than 1048576 bytes", 0) }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else { throw SlowFault("a byte order mark", 0) }
    var text = SlowText(bytes: bytes)
    text.skipSpace()
    self = try text.value(depth: 0)
    text.skipSpace()
    guard text.offset == bytes.count else {
      throw SlowFault("unexpected text after the value", text.offset)
    }
  }

  init(offset: Int, _ content: Content) { (self.offset, self.content) = (offset, content) }

  var tree: JSONValue {
    switch content {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .number(let lexeme):
      guard let number = JSONNumber(lexeme) else { preconditionFailure("'\(lexeme)' is a number") }
      return .number(number)
    case .string(let string): return .string(string.text)
    case .array(let values): return .array(values.map(\.tree))
    case .object(let members):
      var object = JSONObject()
      for (key, value) in members { object[key] = value.tree }
      return .object(object)
    }
  }

  var string: ExactString? { if case .string(let string) = content { string } else { nil } }

  /// The nesting depth of arrays and objects.
  var depth: Int {
    switch content {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

/// Why a text is rejected, and where.
struct SlowFault: Error {
  let reason: String
  let offset: Int

  init(_ reason: String, _ offset: Int) { (self.reason, self.offset) = (reason, offset) }

  /// Returns the error as `JSONError` describes it.
  func description(in bytes: [UInt8]) -> String {
    let lines = bytes.prefix(offset).split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = (lines.last ?? []).count { !(0x80..<0xC0).contains($0) } + 1
    return "line \(max(1, lines.count)), column \(column): \(reason)"
  }
}

private struct SlowText {
  let bytes: [UInt8]
  var offset = 0

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func isNext(_ character: Unicode.Scalar) -> Bool { next == UInt8(ascii: character) }

  mutating func skipSpace() {
    while let byte = next, " \t\r\n".utf8.contains(byte) { offset += 1 }
  }

  private func demand(_ expected: String) throws(SlowFault) {
    if next == nil { throw SlowFault("the text ends where \(expected) should be", offset) }
  }

  mutating func value(depth: Int) throws(SlowFault) -> SlowJSON {
    try demand("a value")
    let start = offset
    if isNext("{") || isNext("["), depth == 32 {
      throw SlowFault("nested deeper than 32 levels", start)
    }
    if isNext("{") { return SlowJSON(offset: start, .object(try object(depth: depth + 1))) }
    if isNext("[") { return SlowJSON(offset: start, .array(try array(depth: depth + 1))) }
    if isNext("\"") { return SlowJSON(offset: start, .string(try string())) }
    if isNext("-") || next.map({ (0x30...0x39).contains($0) }) == true {
      return SlowJSON(offset: start, .number(try number()))
    }
    for (word, content) in [
      ("true", SlowJSON.Content.bool(true)), ("false", .bool(false)), ("null", .null),
    ]
    where bytes[offset...].starts(with: word.utf8) {
      offset += word.utf8.count
      return SlowJSON(offset: start, content)
    }
    throw SlowFault("expected a value", start)
  }

  private mutating func object(depth: Int) throws(SlowFault) -> [(
    key: ExactString, value: SlowJSON
  )] {
    var members: [(key: ExactString, value: SlowJSON)] = []
    var keyOffsets: [Int] = []
    offset += 1
    skipSpace()
    try demand("'}'")
    var isOpen = !isNext("}")
    if !isOpen { offset += 1 }
    while isOpen {
      try demand("a key")
      guard isNext("\"") else { throw SlowFault("expected a key in double quotes", offset) }
      keyOffsets.append(offset)
      let key = try string()
      skipSpace()
      try demand("':'")
      guard isNext(":") else { throw SlowFault("expected ':'", offset) }
      offset += 1
      skipSpace()
      members.append((key, try value(depth: depth)))
      isOpen = try !isEnd("}")
    }
    var seen: Set<ExactString> = []
    for (member, offset) in zip(members, keyOffsets) where !seen.insert(member.key).inserted {
      let scalars = member.key.text.unicodeScalars
      let isLong = scalars.count > 60
      let shown =
        isLong ? String(String.UnicodeScalarView(scalars.prefix(59))) + "…" : member.key.text
      throw SlowFault("key '\(shown)' is there twice", offset)
    }
    return members.sorted { $0.key < $1.key }
  }

  private mutating func array(depth: Int) throws(SlowFault) -> [SlowJSON] {
    var values: [SlowJSON] = []
    offset += 1
    skipSpace()
    try demand("']'")
    if isNext("]") {
      offset += 1
      return []
    }
    repeat { values.append(try value(depth: depth)) } while try !isEnd("]")
    return values
  }

  private mutating func isEnd(_ close: Unicode.Scalar) throws(SlowFault) -> Bool {
    skipSpace()
    try demand("',' or '\(close)'")
    guard isNext(",") || isNext(close) else {
      throw SlowFault("expected ',' or '\(close)'", offset)
    }
    offset += 1
    if bytes[offset - 1] == UInt8(ascii: close) { return true }
    skipSpace()
    if isNext(close) { throw SlowFault("a comma before '\(close)'", offset) }
    return false
  }

  private mutating func number() throws(SlowFault) -> String {
    let start = offset
    if isNext("-") { offset += 1 }
    if isNext("0") { offset += 1 } else { try digits() }
    if isNext(".") {
      offset += 1
      try digits()
    }
    if isNext("e") || isNext("E") {
      offset += 1
      if isNext("+") || isNext("-") { offset += 1 }
      try digits()
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func digits() throws(SlowFault) {
    let digits = bytes[offset...].prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { throw SlowFault("expected a digit", offset) }
    offset += digits.count
  }

  // MARK: - Strings

  private mutating func string() throws(SlowFault) -> ExactString {
    offset += 1
    let start = offset
    var content: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw SlowFault("a control character in a string", offset) }
      if byte == UInt8(ascii: "\\") {
        content += try escape().utf8
      } else {
        content.append(byte)
        offset += 1
      }
    }
    guard next != nil else { throw SlowFault("the text ends inside a string", offset) }
    guard let text = String(validating: content, as: UTF8.self) else {
      throw SlowFault("a string that is not valid UTF-8", start)
    }
    offset += 1
    return ExactString(text)
  }

  private mutating func escape() throws(SlowFault) -> String {
    let start = offset
    offset += 1
    try demand("an escape")
    let letter = Character(Unicode.Scalar(bytes[offset]))
    offset += 1
    if letter == "u" { return try unicodeEscape(from: start) }
    let meanings: [Character: String] = [
      "\"": "\"", "\\": "\\", "/": "/", "b": "\u{8}", "f": "\u{C}", "n": "\n", "r": "\r", "t": "\t",
    ]
    guard let meaning = meanings[letter] else {
      throw SlowFault("an unknown escape in a string", start)
    }
    return meaning
  }

  private mutating func unicodeEscape(from start: Int) throws(SlowFault) -> String {
    var units = [try codeUnit()]
    if UTF16.isLeadSurrogate(units[0]), bytes[offset...].starts(with: "\\u".utf8) {
      offset += 2
      units.append(try codeUnit())
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw SlowFault("half of a surrogate pair", start)
    }
    return text
  }

  private mutating func codeUnit() throws(SlowFault) -> UInt16 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw SlowFault("expected four hexadecimal digits", offset) }
    offset += 4
    return unit
  }
}
