import PlanActions
package import PlanModel

/// The named values of a request in JSON. Values that no code reads are an error, because their
/// names may be misspelt.
///
/// The `parse` functions create the values, and check for unread values after parsing.
package final class RequestValues {
  private var rest: [String: JSONValue]
  /// The names that were read, each once, in the order in which they were first read.
  private var names: [String] = []

  private init(_ values: [String: JSONValue]) { rest = values }

  /// Parses a request whose values follow the `?` of its address.
  ///
  /// - Throws: Any error of `parse`, and `Problem` for a value that `parse` did not read.
  package static func parse<Request>(
    query: [String: String], _ parse: (RequestValues) throws -> Request
  ) throws -> Request {
    try RequestValues(query.mapValues { .string($0) }).parsed(by: parse)
  }

  /// Parses a request whose values are the members of its body, which must be one JSON object.
  ///
  /// - Parameter longest: The longest body, in bytes.
  /// - Throws: Any error of `parse`, and `Problem` for a body that is not one JSON object or for a
  ///   value that `parse` did not read.
  package static func parse<Request>(
    body: [UInt8], atMost longest: Int = JSONReader.maximumSize,
    _ parse: (RequestValues) throws -> Request
  ) throws -> Request {
    let value: JSONValue
    do { value = try JSONReader.value(in: body, maximumSize: longest) } catch {
      throw Problem.usage("the body is not JSON: \(error)")
    }
    guard let object = value.object else { throw Problem.usage("the body is not a JSON object") }
    return try self.parse(object, parse)
  }

  /// Parses a request whose values are the members of an object.
  ///
  /// - Throws: Any error of `parse`, and `Problem` for a value that `parse` did not read.
  package static func parse<Request>(
    _ object: JSONObject, _ parse: (RequestValues) throws -> Request
  ) throws -> Request {
    try RequestValues(object).parsed(by: parse)
  }

  private convenience init(_ object: JSONObject) throws {
    // Keys with the same letters but other code points are different keys.
    let members = Dictionary(
      object.members.map { ($0.key.text, $0.value) }, uniquingKeysWith: { _, last in last })
    guard members.count == object.count else { throw Problem.usage("a request has a key twice") }
    self.init(members)
  }

  private func parsed<Request>(by parse: (RequestValues) throws -> Request) throws -> Request {
    let request = try parse(self)
    if let other = rest.keys.min() { try Self.require(other, among: names) }
    return request
  }

  /// Throws a problem unless a name is among those that are known.
  package static func require(_ name: String, among names: [String]) throws {
    guard !names.contains(name) else { return }
    let near = Suggestion.misspelt(name, in: names)
    let known = names.map { "'\($0)'" }.joined(separator: ", ")
    throw Problem.usage(
      "there is no '\(name.excerpt)' here",
      hints: [Hint(near.map { "did you mean '\($0)'?" } ?? "known are \(known)")])
  }

  // MARK: - Values of a kind

  /// A text; nil if it is missing or null.
  package func text(_ name: String) throws -> String? {
    try value(name, "a text") { $0.string }
  }

  package func requiredText(_ name: String) throws -> String {
    guard let text = try text(name) else { throw Problem.usage("'\(name)' is missing") }
    return text
  }

  /// The bytes of a text in the form of base64, by RFC 4648. Throws if it is missing or has another
  /// form.
  package func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = [UInt8](base64: try requiredText(name)) else {
      throw Problem.usage("'\(name)' is not in the form of base64")
    }
    return bytes
  }

  /// A text or a number, as text; nil if it is missing or null.
  package func word(_ name: String) throws -> String? {
    try value(name, "a text or a number", Self.word)
  }

  /// A list of texts and numbers, as texts; nil if it is missing or null.
  package func optionalWords(_ name: String) throws -> [String]? {
    try value(name, "a list of texts or numbers") { value in
      guard let array = value.array else { return nil }
      let words = array.compactMap(Self.word)
      return words.count == array.count ? words : nil
    }
  }

  private static func word(_ value: JSONValue) -> String? {
    if case .number(let number) = value { return number.lexeme }
    return value.string
  }

  /// The lines of a text, separated by `\n`; nil if the text is missing or null.
  package func lines(_ name: String) throws -> [String]? {
    guard let text = try text(name) else { return nil }
    return text.isEmpty ? [] : Lines.entered(text)
  }

  /// A list of texts; empty if it is missing or null.
  package func texts(_ name: String) throws -> [String] { try optionalTexts(name) ?? [] }

  /// A list of texts; nil if it is missing or null. An empty list is returned as such.
  package func optionalTexts(_ name: String) throws -> [String]? {
    try value(name, "a list of texts") { value in
      guard let array = value.array else { return nil }
      let texts = array.compactMap(\.string)
      return texts.count == array.count ? texts : nil
    }
  }

  /// A whole number of at least 1; nil if it is missing or null. Values in an address are texts, so
  /// digits in a text are accepted too.
  package func count(_ name: String) throws -> Int? {
    try value(name, "a number from 1") { value in
      let number: Int? =
        switch value {
        case .number(let number): number.integer
        case .string(let digits): Int(digits.text)
        default: nil
        }
      return number.flatMap { $0 > 0 ? $0 : nil }
    }
  }

  package func flag(_ name: String) throws -> Bool {
    try value(name, "true or false") { $0.bool } ?? false
  }

  package func optionalFlag(_ name: String) throws -> Bool? {
    try value(name, "true or false") { $0.bool }
  }

  /// The id of a commit, as 40 hexadecimal digits. Throws if it is missing or has another form.
  package func commit(_ name: String) throws -> String {
    let commit = try requiredText(name)
    guard commit.utf8.count == 40, commit.allSatisfy(\.isHexDigit) else {
      throw Problem.usage(
        "'\(commit.excerpt)' is not the id of a commit", hints: ["it has 40 digits"])
    }
    return commit
  }

  /// An object; nil if it is missing or null.
  func object(_ name: String) throws -> JSONObject? {
    try value(name, "an object") { $0.object }
  }

  /// An object, whose members are parsed like those of a request; nil if it is missing or null.
  ///
  /// - Throws: Any error of `parse`, and `Problem` for a member that `parse` did not read.
  package func object<Request>(_ name: String, _ parse: (RequestValues) throws -> Request) throws
    -> Request?
  {
    guard let object = try value(name, "an object", { $0.object }) else { return nil }
    return try Self.parse(object, parse)
  }

  /// A case of an enumeration, by its raw value; nil if it is missing or null.
  package func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, of: Choice.Type
  ) throws -> Choice? {
    guard let text = try text(name) else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let names = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.usage("'\(name)' is '\(text.excerpt)'", hints: ["it is one of \(names)"])
    }
    return choice
  }

  /// Returns the value that clears a field if null is given; otherwise nil.
  func cleared<Result>(_ name: String, by value: Result) throws -> Result? {
    guard rest[name]?.isNull == true else { return nil }
    _ = try text(name)
    return value
  }

  private func value<Result>(
    _ name: String, _ kind: String, _ read: (JSONValue) -> Result?
  ) throws -> Result? {
    if !names.contains(name) { names.append(name) }
    guard let value = rest.removeValue(forKey: name), !value.isNull else { return nil }
    guard let result = read(value) else { throw Problem.usage("'\(name)' is not \(kind)") }
    return result
  }
}
