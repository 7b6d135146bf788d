/// Reads JSON as RFC 8259 defines it, and refuses texts that two programs might read differently.
///
/// Beyond the grammar it refuses duplicate keys, lone surrogates, invalid UTF-8, a byte order mark,
/// nesting deeper than `maximumDepth` and texts longer than `maximumSize`. Numbers keep their
/// lexeme.
package struct JSONReader {
  /// The deepest nesting of arrays and objects; protects the stack from hostile files.
  package static let maximumDepth = 32
  /// The longest text, in bytes.
  package static let maximumSize = 1 << 20

  let bytes: [UInt8]
  var offset = 0
  private var depth = 0

  /// The recorded offsets of values; nil unless they are asked for, as by `error(_:at:in:)`.
  private var recording: PathRecording?

  /// Reads a text that holds one value.
  package static func value(
    in bytes: [UInt8], maximumSize: Int = maximumSize
  ) throws(JSONError) -> JSONValue {
    guard bytes.count <= maximumSize else {
      throw JSONError("longer than \(maximumSize) bytes", at: 0, in: bytes)
    }
    var reader = JSONReader(bytes: bytes)
    return try reader.document()
  }

  /// Returns the error `reason`, placed at the value that `path` leads to.
  ///
  /// The text is read again, so that reading well-formed files need not keep positions.
  static func error(_ reason: String, at path: [ExactString], in bytes: [UInt8]) -> JSONError {
    var reader = JSONReader(bytes: bytes)
    reader.recording = PathRecording(wanted: [path])
    do {
      _ = try reader.document()
    } catch {
      return error
    }
    return JSONError(reason, at: reader.recording?.found[path] ?? 0, in: bytes)
  }

  /// Returns the offsets of the values at some paths; a path that does not exist, or is behind a
  /// syntax error, has none.
  static func offsets(of paths: Set<[ExactString]>, in bytes: [UInt8]) -> [[ExactString]: Int] {
    var reader = JSONReader(bytes: bytes)
    reader.recording = PathRecording(wanted: paths)
    do { _ = try reader.document() } catch { return reader.recording?.found ?? [:] }
    return reader.recording?.found ?? [:]
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  // MARK: - Grammar

  private mutating func document() throws(JSONError) -> JSONValue {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { throw failure("a byte order mark") }
    skipSpace()
    let value = try value()
    skipSpace()
    guard offset == bytes.count else { throw failure("unexpected text after the value") }
    return value
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    recording?.visit(offset)
    switch try peek("a value") {
    case UInt8(ascii: "{"):
      return .object(
        try nested { reader throws(JSONError) in
          try reader.object()
        })
    case UInt8(ascii: "["):
      return .array(
        try nested { reader throws(JSONError) in
          try reader.array()
        })
    case UInt8(ascii: "\""): return .string(ExactString(try string()))
    case UInt8(ascii: "-"), 0x30...0x39: return .number(try number())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw failure("expected a value")
    }
  }

  private mutating func nested<Result>(
    _ read: (inout JSONReader) throws(JSONError) -> Result
  ) throws(JSONError) -> Result {
    depth += 1
    guard depth <= Self.maximumDepth else {
      throw failure("nested deeper than \(Self.maximumDepth) levels")
    }
    let result = try read(&self)
    depth -= 1
    return result
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    offset += 1
    skipSpace()
    var members: [JSONObject.Member] = []
    var keyOffsets: [Int] = []
    if try peek("'}'") == UInt8(ascii: "}") {
      offset += 1
      return JSONObject()
    }
    while true {
      guard try peek("a key") == UInt8(ascii: "\"") else {
        throw failure("expected a key in double quotes")
      }
      keyOffsets.append(offset)
      let key = ExactString(try string())
      skipSpace()
      guard try peek("':'") == UInt8(ascii: ":") else { throw failure("expected ':'") }
      offset += 1
      skipSpace()
      recording?.enter(key)
      members.append(JSONObject.Member(key: key, value: try value()))
      recording?.leave()
      if try endsList(with: UInt8(ascii: "}")) { break }
    }
    guard let object = JSONObject(unsorted: members) else {
      throw duplicateKey(in: members, at: keyOffsets)
    }
    return object
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    offset += 1
    skipSpace()
    if try peek("']'") == UInt8(ascii: "]") {
      offset += 1
      return []
    }
    var values: [JSONValue] = []
    while true {
      recording?.enter(ExactString(String(values.count)))
      values.append(try value())
      recording?.leave()
      if try endsList(with: UInt8(ascii: "]")) { return values }
    }
  }

  /// Reads the separator after a member or an element, and returns whether it was the end.
  private mutating func endsList(with end: UInt8) throws(JSONError) -> Bool {
    skipSpace()
    let name = "'\(Character(Unicode.Scalar(end)))'"
    let next = try peek("',' or \(name)")
    guard next == end || next == UInt8(ascii: ",") else {
      throw failure("expected ',' or \(name)")
    }
    offset += 1
    if next == end { return true }
    skipSpace()
    if offset < bytes.count, bytes[offset] == end { throw failure("a comma before \(name)") }
    return false
  }

  private mutating func literal(
    _ word: String, _ value: JSONValue
  ) throws(JSONError) -> JSONValue {
    guard bytes[offset...].starts(with: word.utf8) else { throw failure("expected a value") }
    offset += word.utf8.count
    return value
  }

  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = offset
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "0") {
      offset += 1
    } else {
      try digits()
    }
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try digits()
    }
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[offset]) {
        offset += 1
      }
      try digits()
    }
    return JSONNumber(uncheckedLexeme: String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func digits() throws(JSONError) {
    let start = offset
    while offset < bytes.count, (0x30...0x39).contains(bytes[offset]) { offset += 1 }
    guard offset > start else { throw failure("expected a digit") }
  }

  // MARK: - Bytes

  private mutating func skipSpace() {
    while offset < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[offset]) { offset += 1 }
  }

  func peek(_ expected: String) throws(JSONError) -> UInt8 {
    guard offset < bytes.count else { throw failure("the text ends where \(expected) should be") }
    return bytes[offset]
  }

  func failure(_ reason: String) -> JSONError { JSONError(reason, at: offset, in: bytes) }

  /// Returns the error for members that `JSONObject.init(unsorted:)` refused, at the second key.
  private func duplicateKey(in members: [JSONObject.Member], at offsets: [Int]) -> JSONError {
    var seen: Set<ExactString> = []
    for (member, offset) in zip(members, offsets) where !seen.insert(member.key).inserted {
      return JSONError("key '\(member.key.text.excerpt)' is there twice", at: offset, in: bytes)
    }
    return failure("a key is there twice")
  }
}

/// The offsets of the values at some paths, recorded while a text is read.
private struct PathRecording {
  let wanted: Set<[ExactString]>
  private var current: [ExactString] = []
  private(set) var found: [[ExactString]: Int] = [:]

  init(wanted: Set<[ExactString]>) { self.wanted = wanted }

  mutating func enter(_ component: ExactString) { current.append(component) }
  mutating func leave() { current.removeLast() }
  mutating func visit(_ offset: Int) { if wanted.contains(current) { found[current] = offset } }
}
