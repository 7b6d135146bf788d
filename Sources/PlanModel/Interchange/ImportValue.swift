/// Why a member of a line can't be taken.
enum ImportValueError: Error {
  case invalid(InvalidValue)
  case wrongType(expected: String)

  func words(for member: ExactString) -> String {
    switch self {
    case .invalid(let error): "\(error.field) '\(error.value)' \(error.reason); \(error.hint)"
    case .wrongType(let expected): "'\(member.text.excerpt)' must be \(expected)"
    }
  }
}

/// Runs a validation whose refusal is one of a line.
private func validating<Value>(
  _ body: () throws(InvalidValue) -> Value
) throws(ImportValueError) -> Value {
  do { return try body() } catch { throw .invalid(error) }
}

extension String {
  func line(_ field: String) throws(ImportValueError) -> String {
    try validating { () throws(InvalidValue) in try Validation.line(self, field: field) }
  }

  /// A person as they are kept: `@me` is who imports.
  func person(_ me: String, _ field: String) throws(ImportValueError) -> String {
    lowercased() == "@me" ? me : try line(field)
  }
}

extension Link {
  static func link(_ text: String) throws(ImportValueError) -> Link {
    try validating { () throws(InvalidValue) in try Validation.link(text) }
  }
}

// MARK: - Types

extension JSONValue {
  func text() throws(ImportValueError) -> String {
    guard let string else { throw .wrongType(expected: "a string") }
    return string
  }

  func textOrNull() throws(ImportValueError) -> String? { isNull ? nil : try text() }

  func personOrNull(_ me: String, _ field: String) throws(ImportValueError) -> String? {
    try textOrNull()?.person(me, field)
  }

  func texts() throws(ImportValueError) -> [String] {
    guard let array else { throw .wrongType(expected: "a list of strings") }
    return try array.map { element throws(ImportValueError) in try element.text() }
  }

  func planID() throws(ImportValueError) -> PlanID {
    guard let id = PlanID(try text()) else {
      throw .wrongType(expected: "a plan's id of twelve characters")
    }
    return id
  }

  func dayOrNull() throws(ImportValueError) -> CalendarDay? {
    guard let text = try textOrNull() else { return nil }
    guard let day = CalendarDay(text) else { throw .wrongType(expected: "a day, YYYY-MM-DD") }
    return day
  }

  func priorityOrNull() throws(ImportValueError) -> Priority? {
    guard let text = try textOrNull() else { return nil }
    return try validating { () throws(InvalidValue) in try Validation.priority(text) }
  }

  func estimateOrNull() throws(ImportValueError) -> JSONNumber? {
    if isNull { return nil }
    guard case .number(let number) = self else { throw .wrongType(expected: "a number or null") }
    return try validating { () throws(InvalidValue) in try Validation.estimate(number.lexeme) }
  }

  func time() throws(ImportValueError) -> Timestamp {
    guard let time = Timestamp(try text()) else {
      throw .wrongType(expected: "a time as in 2026-11-20T09:00:00Z")
    }
    return time
  }

  func creationOrNull(me: String) throws(ImportValueError) -> Creation? {
    if isNull { return nil }
    guard let object else { throw .wrongType(expected: "an object or null") }
    return Creation(at: try object.time("at"), by: try object.person("by", me))
  }

  /// A deletion that does not hold says only that somebody wanted it.
  func deletionOrNull(me: String) throws(ImportValueError) -> Deletion? {
    if isNull || self == .bool(false) { return nil }
    if self == .bool(true) { return Deletion(at: nil, by: "", holds: true) }
    guard let object else { throw .wrongType(expected: "an object, true, false or null") }
    if object["holds"] == .bool(false) { return nil }
    return Deletion(at: try object.time("at"), by: try object.person("by", me), holds: true)
  }
}

extension JSONObject {
  /// A member, if it is there and not null, as an export writes what is absent.
  func given(_ name: ExactString) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }

  fileprivate func time(_ name: ExactString) throws(ImportValueError) -> Timestamp? {
    guard let value = given(name) else { return nil }
    return try value.time()
  }

  /// Empty for nobody.
  fileprivate func person(_ name: ExactString, _ me: String) throws(ImportValueError) -> String {
    guard let text = try given(name)?.text() else { return "" }
    return text.lowercased() == "@me" ? me : text
  }
}

// MARK: - Items

/// What stands in a list of a plan under an id of its own.
protocol ImportedItem {
  /// As the line has it, of whatever characters; empty where it gives none.
  var id: String { get set }
}

extension ChecklistItem: ImportedItem {
  static func item(_ object: JSONObject, me: String) throws(ImportValueError) -> ChecklistItem {
    let done = object.given("done") ?? .bool(false)
    guard let done = done.bool else {
      throw .wrongType(expected: "a list with 'done' true or false")
    }
    return ChecklistItem(
      id: try object.itemID(), text: try (object["text"] ?? .null).text().line("checklist text"),
      done: done, rank: "")
  }
}

extension Comment: ImportedItem {
  static func item(_ object: JSONObject, me: String) throws(ImportValueError) -> Comment {
    Comment(
      id: try object.itemID(), at: try object.time("at"), by: try object.person("by", me),
      text: Lines.split(try (object["text"] ?? .null).text()))
  }
}

extension JSONObject {
  /// The id of an item, as the line gives it: a number stands for its digits.
  fileprivate func itemID() throws(ImportValueError) -> String {
    switch given("id") {
    case nil: ""
    case .number(let number): number.lexeme
    case .string(let text): text.text
    default: throw .wrongType(expected: "a list of items whose ids are strings or numbers")
    }
  }
}

extension JSONValue {
  /// A list of items; two with one id would be one item with the values of the second.
  func items<Item: ImportedItem>(
    _ item: (JSONObject, _ me: String) throws(ImportValueError) -> Item, me: String
  ) throws(ImportValueError) -> [Item] {
    guard let array else { throw .wrongType(expected: "a list of objects") }
    let items = try array.map { element throws(ImportValueError) in
      guard let object = element.object else { throw .wrongType(expected: "a list of objects") }
      return try item(object, me)
    }
    let ids = items.map { ImportedItems.typable($0.id) }.filter { !$0.isEmpty }
    guard Set(ids).count == ids.count else {
      throw .wrongType(expected: "a list of items with an id of their own")
    }
    return items
  }
}
