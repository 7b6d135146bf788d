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
  /// The lines of a text that is stored as an array of lines; nil for other values, and for arrays
  /// that contain anything but strings.
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

  /// Returns an array with an object for each element.
  package static func objects<Elements: Sequence>(
    _ elements: Elements, _ object: (Elements.Element) throws -> JSONObject
  ) rethrows -> JSONValue {
    .array(try elements.map { .object(try object($0)) })
  }
}

// MARK: - Numbers

/// A number as it was written, such as `1E400` or `0.10`.
///
/// Different spellings of a number are different values, because pmgit never normalizes numbers.
package struct JSONNumber: Hashable, Sendable {
  /// The text of the number, valid by the grammar of RFC 8259.
  package let lexeme: String

  /// Creates a number from text that the caller has checked against the grammar.
  init(uncheckedLexeme lexeme: String) { self.lexeme = lexeme }

  package init(_ value: Int) { lexeme = String(value) }

  /// Parses a number in the form of RFC 8259; nil for other texts.
  package init?(_ text: String) {
    guard case .number(let number)? = try? JSONReader.value(in: Array(text.utf8)),
      number.lexeme == text
    else { return nil }
    self = number
  }

  /// The value as an integer; nil if the number is written with a fraction or an exponent, or is
  /// too large.
  package var integer: Int? { Int(lexeme) }
}

// MARK: - Objects

/// The members of an object, sorted by the bytes of their keys. Each key occurs once.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let key: ExactString
    package var value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  /// Creates an object from members in any order, with distinct keys.
  ///
  /// Inserting members one by one would move all later members each time.
  init(distinct members: [Member]) { self.members = members.sorted { $0.key < $1.key } }

  /// Creates an object from members with distinct keys that are sorted by key.
  init(sorted members: [Member]) { self.members = members }

  /// Creates an object from members in any order; nil if a key occurs twice.
  init?(unsorted: [Member]) {
    members = unsorted
    for index in members.indices.dropFirst() where members[index - 1].key >= members[index].key {
      members.sort { $0.key < $1.key }
      break
    }
    for index in members.indices.dropFirst() where members[index - 1].key == members[index].key {
      return nil
    }
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }

  /// The value of a member; assigning nil removes the member.
  ///
  /// - Complexity: O(log n) comparisons to read, O(n) to insert.
  package subscript(key: ExactString) -> JSONValue? {
    get {
      let index = position(of: key)
      return index < members.count && members[index].key == key ? members[index].value : nil
    }
    set {
      let index = position(of: key)
      let found = index < members.count && members[index].key == key
      switch (found, newValue) {
      case (true, let value?): members[index].value = value
      case (true, nil): members.remove(at: index)
      case (false, let value?): members.insert(Member(key: key, value: value), at: index)
      case (false, nil): break
      }
    }
  }

  /// Returns the index of the first member whose key is not less than `key`.
  private func position(of key: ExactString) -> Int {
    members.prefixEnd(while: { $0.key < key })
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object in source code. If a key occurs twice, the last value is used.
  package init(dictionaryLiteral elements: (ExactString, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}
