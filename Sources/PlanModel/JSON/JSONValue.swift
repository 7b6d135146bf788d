/// A JSON value that keeps the exact text: the spelling of numbers and the bytes of strings.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(ExactString)
  case array([JSONValue])
  case object(JSONObject)
}

// MARK: - Reading and building values

extension JSONValue {
  package var string: String? { if case .string(let string) = self { string.text } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
  package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
  package var isNull: Bool { self == .null }
  /// The lines of a text that is stored as an array of lines; nil for any other value.
  package var lines: [String]? {
    guard let array else { return nil }
    let lines = array.compactMap(\.string)
    return lines.count == array.count ? lines : nil
  }

  package static func string(_ text: String) -> JSONValue { .string(ExactString(text)) }
  package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// Returns a string, or null if the text is nil.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  package static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }
}
