/// A JSON value that loses nothing of what was written: numbers keep their lexeme, strings their
/// bytes.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(ExactString)
  case array([JSONValue])
  case object(JSONObject)
}

/// A number as it was written, such as `1E400` or `0.10`.
///
/// Two lexemes of one value are two values here: pmgit never decides which spelling was meant.
package struct JSONNumber: Hashable, Sendable {
  /// The characters of the number, valid by the grammar of RFC 8259.
  package let lexeme: String

  /// Takes a lexeme that the caller has checked against the grammar.
  init(uncheckedLexeme lexeme: String) { self.lexeme = lexeme }

  package init(_ value: Int) { lexeme = String(value) }

  /// Reads a number as RFC 8259 writes it, or returns nil.
  package init?(_ text: String) {
    guard case .number(let number)? = try? JSONReader.value(in: Array(text.utf8)),
      number.lexeme == text
    else { return nil }
    self = number
  }

  /// The value as an integer, if it is written as one and fits.
  package var integer: Int? { Int(lexeme) }
}

/// The members of an object, sorted by the bytes of their keys, each key once.
package struct JSONObject: Hashable, Sendable {
  package struct Member: Hashable, Sendable {
    package let key: ExactString
    package var value: JSONValue
  }

  package private(set) var members: [Member] = []

  package init() {}

  /// Takes members in any order that have a key each: inserting one after the other would move the
  /// rest each time.
  init(distinct members: [Member]) { self.members = members.sorted { $0.key < $1.key } }

  /// Takes members in any order; returns nil if a key is there twice.
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

  /// The value of a member; assigning nil removes it.
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

  /// The first index whose key does not sort before `key`.
  private func position(of key: ExactString) -> Int {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      if members[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Builds an object in source code; of a key given twice, the last value stands.
  package init(dictionaryLiteral elements: (ExactString, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }
}

// MARK: - Reading and building values

extension JSONValue {
  package var string: String? { if case .string(let string) = self { string.text } else { nil } }
  package var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }
  package var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
  package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
  package var isNull: Bool { self == .null }
  /// The lines of a text that is stored as an array of lines; nil for anything else.
  package var lines: [String]? {
    guard let array else { return nil }
    let lines = array.compactMap(\.string)
    return lines.count == array.count ? lines : nil
  }

  package static func string(_ text: String) -> JSONValue { .string(ExactString(text)) }
  package static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  /// A string, or null where there is none.
  package static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  package static func strings(_ texts: some Sequence<String>) -> JSONValue {
    .array(texts.map(JSONValue.string))
  }
}
