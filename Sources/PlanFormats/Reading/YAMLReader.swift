import CYaml
import PlanModel

/// Reads the first document of a YAML text, by libyaml.
///
/// Lists and mappings become arrays and objects, and scalars become strings. Numbers and dates also
/// stay strings, which keeps their spelling. Only null, true and false without quotes become `null`
/// and booleans.
///
/// Hostile texts are refused early: those longer than `maximumSize`, nested deeper than
/// `maximumDepth`, or with more than `maximumCount` values. Aliases (`*name`) are refused too,
/// because with them a short text could stand for billions of values.
enum YAMLReader {
  /// The longest text in bytes.
  static let maximumSize = 1 << 20
  static let maximumDepth = JSONReader.maximumDepth
  /// The most values of a document, including keys.
  static let maximumCount = 100_000
  /// The most members of a mapping.
  static let maximumMembers = 2000

  /// Returns the value of the first document; null for an empty text.
  static func value(in bytes: [UInt8]) throws(YAMLError) -> JSONValue {
    guard bytes.count <= maximumSize else {
      throw YAMLError(line: 1, reason: "longer than \(maximumSize) bytes")
    }
    guard !bytes.isEmpty else { return .null }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    guard unsafe yaml_parser_initialize(parser) == 1 else {
      throw YAMLError(line: 1, reason: "out of memory")
    }
    defer { unsafe yaml_parser_delete(parser) }
    return try unsafe bytes.withUnsafeBufferPointer { text throws(YAMLError) in
      // The parser reads from the text until it is deleted.
      unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
      unsafe yaml_parser_set_input_string(parser, text.baseAddress, text.count)
      var tree = YAMLTree()
      while try tree.take(unsafe next(of: parser)) {}
      return tree.value
    }
  }

  private static func next(
    of parser: UnsafeMutablePointer<yaml_parser_t>
  ) throws(YAMLError) -> YAMLEvent {
    var event = unsafe yaml_event_t()
    guard unsafe yaml_parser_parse(parser, &event) == 1 else {
      throw unsafe YAMLError(
        line: parser.pointee.problem_mark.line + 1,
        reason: parser.pointee.problem.map { unsafe String(cString: $0) } ?? "not valid YAML")
    }
    defer { unsafe yaml_event_delete(&event) }
    let line = unsafe event.start_mark.line + 1
    switch unsafe event.type {
    case YAML_SCALAR_EVENT:
      let scalar = unsafe event.data.scalar
      let text = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
      return .scalar(
        unsafe String(decoding: text, as: UTF8.self),
        isPlain: unsafe scalar.style == YAML_PLAIN_SCALAR_STYLE, line: line)
    case YAML_SEQUENCE_START_EVENT: return .list(line: line)
    case YAML_MAPPING_START_EVENT: return .mapping(line: line)
    case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: return .end
    case YAML_ALIAS_EVENT:
      throw YAMLError(line: line, reason: "aliases are not read")
    case YAML_DOCUMENT_END_EVENT, YAML_STREAM_END_EVENT: return .endOfDocument
    default: return .other
    }
  }
}

/// The reason why a text can't be read as YAML.
struct YAMLError: Error, Hashable {
  /// The line number, from 1.
  let line: Int
  /// The reason, lowercase, without a full stop.
  let reason: String
}

private enum YAMLEvent {
  case scalar(String, isPlain: Bool, line: Int)
  case list(line: Int)
  case mapping(line: Int)
  case end
  case endOfDocument
  case other
}

/// Builds the value of a document from its events.
private struct YAMLTree {
  /// A list or a mapping that has not ended.
  struct Open {
    let isMapping: Bool
    var values: [JSONValue] = []
    var object = JSONObject()
    /// The key whose value comes next.
    var key: ExactString?
  }

  private(set) var value = JSONValue.null
  private var open: [Open] = []
  private var count = 0

  /// Takes the next event, and returns false after the last one of the document.
  mutating func take(_ event: YAMLEvent) throws(YAMLError) -> Bool {
    switch event {
    case .scalar(let text, let isPlain, let line): try scalar(text, isPlain: isPlain, line)
    case .list(let line): try begin(Open(isMapping: false), line)
    case .mapping(let line): try begin(Open(isMapping: true), line)
    case .end:
      guard let last = open.popLast() else { return false }
      add(last.isMapping ? .object(last.object) : .array(last.values))
    case .endOfDocument: return false
    case .other: break
    }
    return true
  }

  private mutating func begin(_ part: Open, _ line: Int) throws(YAMLError) {
    guard open.count < YAMLReader.maximumDepth else {
      throw YAMLError(line: line, reason: "deeper than \(YAMLReader.maximumDepth) levels")
    }
    if let last = open.last, last.isMapping, last.key == nil {
      throw YAMLError(line: line, reason: "a key must be a text")
    }
    try countOne(line)
    open.append(part)
  }

  private mutating func scalar(_ text: String, isPlain: Bool, _ line: Int) throws(YAMLError) {
    try countOne(line)
    if let last = open.last, last.isMapping, last.key == nil {
      guard last.object.count < YAMLReader.maximumMembers else {
        throw YAMLError(line: line, reason: "more than \(YAMLReader.maximumMembers) members")
      }
      open[open.count - 1].key = ExactString(text)
    } else {
      add(isPlain ? Self.plain(text) : .string(text))
    }
  }

  private mutating func add(_ value: JSONValue) {
    guard let last = open.indices.last else {
      self.value = value
      return
    }
    if open[last].isMapping {
      if let key = open[last].key { open[last].object[key] = value }
      open[last].key = nil
    } else {
      open[last].values.append(value)
    }
  }

  private mutating func countOne(_ line: Int) throws(YAMLError) {
    count += 1
    guard count <= YAMLReader.maximumCount else {
      throw YAMLError(line: line, reason: "more than \(YAMLReader.maximumCount) values")
    }
  }

  /// Returns the value of a scalar that has no quotes: null, a boolean, or a string.
  private static func plain(_ text: String) -> JSONValue {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: .string(text)
    }
  }
}
