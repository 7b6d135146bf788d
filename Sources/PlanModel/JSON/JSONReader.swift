/// Reads JSON as defined by RFC 8259, and rejects texts that programs may read differently.
///
/// Beyond the grammar it rejects duplicate keys, lone surrogates, invalid UTF-8 and byte order
/// marks. It also rejects nesting deeper than `maximumDepth` and texts longer than `maximumSize`.
/// Numbers keep their spelling.
package enum JSONReader {
  /// The deepest nesting of arrays and objects; it protects the stack from hostile files.
  package static let maximumDepth = 32
  /// The longest text in bytes.
  package static let maximumSize = 1 << 20

  /// Reads a text with one value.
  package static func value(
    in bytes: [UInt8], maximumSize: Int = maximumSize
  ) throws(JSONError) -> JSONValue {
    try JSONText(bytes, JSONLimits(size: maximumSize)).value(0)
  }

  /// Reads a text with one value, and counts the values and keys in it.
  package static func countedValue(
    in bytes: [UInt8], _ limits: JSONLimits
  ) throws(JSONError) -> (value: JSONValue, count: Int) {
    let text = try JSONText(bytes, limits)
    return (text.value(0), text.tokens.count)
  }
}

/// The limits of `JSONReader`. Files of other programs need other limits than those of pmgit.
package struct JSONLimits: Sendable {
  /// The longest text in bytes.
  package var size = JSONReader.maximumSize
  /// The deepest nesting of arrays and objects.
  package var depth = JSONReader.maximumDepth
  /// The most values, including keys.
  package var count = Int.max
  /// Whether half of a surrogate pair becomes U+FFFD. Otherwise it is an error.
  package var mendsSurrogates = false

  package init(size: Int = JSONReader.maximumSize) { self.size = size }
}

/// An error in a JSON text, with its line and column.
package struct JSONError: Error, Hashable, Sendable {
  /// The line number, from 1.
  package let line: Int
  /// The column number in Unicode scalars, from 1.
  package let column: Int
  /// The reason, lowercase, without a full stop: `expected ':'`.
  package let reason: String

  /// Computes the line and column of a byte offset.
  init(_ reason: String, at offset: Int, in bytes: [UInt8]) {
    let before = bytes.prefix(offset)
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    line = before.count { $0 == UInt8(ascii: "\n") } + 1
    // Every byte except a continuation byte begins a scalar.
    column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
    self.reason = reason
  }
}

extension JSONError: CustomStringConvertible {
  package var description: String { "line \(line), column \(column): \(reason)" }
}

// MARK: - Parsed texts

/// A parsed JSON text: a list of its values, as ranges of its bytes.
///
/// Values are decoded only when they are read, so readers don't have to build a tree of
/// `JSONValue`s. A value is identified by its index in `tokens`. The outermost value is 0, and the
/// contents of a value follow it. The members of an object are sorted by the bytes of their keys.
struct JSONText {
  enum Kind { case null, `true`, `false`, number, string, array, object }

  struct Token {
    let kind: Kind
    /// The offset of the value in the text.
    let offset: Int
    /// The bytes of a number, or of a string without quotes and escapes; empty for other values.
    var content: Range<Int>
    /// The number of tokens of the value, including itself.
    var count = 1
  }

  /// The text, followed by the unescaped forms of strings with escapes.
  let bytes: [UInt8]
  let tokens: [Token]
  /// The deepest nesting of arrays and objects.
  let depth: Int

  /// Parses a text with one value.
  init(_ bytes: [UInt8], _ limits: JSONLimits = JSONLimits()) throws(JSONError) {
    guard bytes.count <= limits.size else {
      throw JSONError("longer than \(limits.size) bytes", at: 0, in: bytes)
    }
    var scanner = JSONScanner(bytes, limits)
    try scanner.document()
    (self.bytes, tokens, depth) = (scanner.bytes, scanner.tokens, scanner.greatestDepth)
  }

  /// Returns an error at a value; at the beginning of the text if the index is nil.
  func error(_ reason: String, at index: Int?) -> JSONError {
    JSONError(reason, at: index.map { tokens[$0].offset } ?? 0, in: bytes)
  }
}

// MARK: - Values

extension JSONText {
  /// Returns a value as a tree.
  func value(_ index: Int) -> JSONValue {
    switch tokens[index].kind {
    case .null: return .null
    case .true: return .bool(true)
    case .false: return .bool(false)
    case .number: return .number(JSONNumber(uncheckedLexeme: content(index)))
    case .string: return .string(ExactString(content(index)))
    case .array:
      var values: [JSONValue] = []
      for element in elements(of: index) { values.append(value(element)) }
      return .array(values)
    case .object:
      var found: [JSONObject.Member] = []
      for member in members(of: index) {
        found.append(JSONObject.Member(key: string(member.key), value: value(member.value)))
      }
      return .object(JSONObject(sorted: found))
    }
  }

  /// Returns the string or the key at an index.
  func string(_ index: Int) -> ExactString { ExactString(content(index)) }

  private func content(_ index: Int) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(tokens[index].content)))
    } catch {
      preconditionFailure("the text was found to be UTF-8")
    }
  }
}

// MARK: - Arrays and objects

extension JSONText {
  /// Returns the indices of an array's elements.
  func elements(of array: Int) -> Elements {
    Elements(tokens: tokens, index: array + 1, end: array + tokens[array].count)
  }

  /// Returns the indices of an object's members.
  func members(of object: Int) -> Members {
    Members(tokens: tokens, index: object + 1, end: object + tokens[object].count)
  }

  struct Elements: Sequence, IteratorProtocol {
    fileprivate let tokens: [Token]
    fileprivate var index: Int
    fileprivate let end: Int

    var isEmpty: Bool { index == end }

    mutating func next() -> Int? {
      guard index < end else { return nil }
      defer { index += tokens[index].count }
      return index
    }
  }

  struct Members: Sequence, IteratorProtocol {
    fileprivate let tokens: [Token]
    fileprivate var index: Int
    fileprivate let end: Int

    mutating func next() -> (key: Int, value: Int)? {
      guard index < end else { return nil }
      let member = (key: index, value: index + 1)
      index = member.value + tokens[member.value].count
      return member
    }
  }

  /// Returns the indices of the values at some paths; missing paths are left out.
  ///
  /// A path consists of keys and of array indices in digits.
  func indices(of paths: Set<[ExactString]>) -> [[ExactString]: Int] {
    var found: [[ExactString]: Int] = [:]
    var waiting: [(path: [ExactString], index: Int)] = [([], 0)]
    while let (path, index) = waiting.popLast() {
      if paths.contains(path) { found[path] = index }
      switch tokens[index].kind {
      case .array:
        for (number, element) in elements(of: index).enumerated() {
          waiting.append((path + [ExactString(String(number))], element))
        }
      case .object:
        for member in members(of: index) {
          waiting.append((path + [string(member.key)], member.value))
        }
      default: break
      }
    }
    return found
  }
}
