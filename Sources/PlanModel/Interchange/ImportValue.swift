/// The reason why a member of a line is invalid.
enum ImportValueError: Error {
  case invalid(InvalidValue)
  case unknownColumn(InvalidValue)
  case wrongType(expected: String)

  static let tooDeep = ImportValueError.wrongType(
    expected: "a value of at most \(PlanFile.maximumValueDepth) levels")

  func words(for member: ExactString) -> String {
    switch self {
    case .invalid(let error), .unknownColumn(let error):
      "\(error.field) '\(error.value)' \(error.reason); \(error.hint)"
    case .wrongType(let expected): "'\(member.text.excerpt)' must be \(expected)"
    }
  }
}

/// Runs a validation, and rethrows its error as an `ImportValueError`.
func validating<Value>(
  _ value: @autoclosure () throws(InvalidValue) -> Value
) throws(ImportValueError) -> Value {
  do { return try value() } catch { throw .invalid(error) }
}

extension String {
  func line(_ field: String) throws(ImportValueError) -> String {
    try validating(Validation.line(self, field: field))
  }

  /// Returns the stored form of a person: `@me` becomes the person who imports.
  func person(_ me: String, _ field: String) throws(ImportValueError) -> String {
    lowercased() == "@me" ? me : try line(field)
  }
}

extension Link {
  static func link(_ text: String) throws(ImportValueError) -> Link {
    try validating(Validation.link(text))
  }
}

// MARK: - Types

extension JSONValue {
  func text() throws(ImportValueError) -> String {
    guard let string else { throw .wrongType(expected: "a string") }
    return string
  }

  func textOrNull() throws(ImportValueError) -> String? { isNull ? nil : try text() }

  func texts() throws(ImportValueError) -> [String] {
    guard let array else { throw .wrongType(expected: "a list of strings") }
    return try array.map { element throws(ImportValueError) in
      guard let text = element.string else { throw .wrongType(expected: "a list of strings") }
      return text
    }
  }

  func planID() throws(ImportValueError) -> PlanID {
    guard let id = PlanID(try text()) else {
      throw .wrongType(expected: "a plan's id of twelve characters")
    }
    return id
  }

  /// Returns the stored value of an optional field; null clears the field.
  func imported(as field: PlanField, me: String) throws(ImportValueError) -> JSONValue {
    switch field.rule {
    case .lines?: return .strings(Lines.entered(try textOrNull() ?? ""))
    case _ where isNull: return .null
    case .day?:
      guard let day = CalendarDay(try text()) else {
        throw .wrongType(expected: "a day, YYYY-MM-DD")
      }
      return .string(day.description)
    case .priority?:
      let text = try text()
      return .string(
        try validating(Validation.priority(text, field: field.rawValue, none: "null")).rawValue)
    case .person?: return .string(try text().person(me, field.rawValue))
    case .number?:
      guard case .number(let number) = self else { throw .wrongType(expected: "a number or null") }
      return .number(
        try validating(
          Validation.number(
            number.lexeme, field: field.rawValue, isLimited: false, none: "null")))
    case .moment?: return .string(try time().description)
    case .repetition?:
      let text = try text()
      return .string(try validating(Repetition.typed(text)).description)
    default: return .string(try text().line(field.rawValue))
    }
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

  /// Returns the deletion; nil if there is none, or if `holds` is false, so that the plan is shown
  /// again.
  func deletionOrNull(me: String) throws(ImportValueError) -> Deletion? {
    if isNull || self == .bool(false) { return nil }
    if self == .bool(true) { return Deletion(at: nil, by: "", holds: true) }
    guard let object else { throw .wrongType(expected: "an object, true, false or null") }
    if object["holds"] == .bool(false) { return nil }
    return Deletion(at: try object.time("at"), by: try object.person("by", me), holds: true)
  }
}

extension JSONObject {
  /// Returns a member; nil if it is missing or null. Exports write absent values as null.
  func given(_ name: ExactString) -> JSONValue? { self[name].flatMap { $0.isNull ? nil : $0 } }

  func time(_ name: ExactString) throws(ImportValueError) -> Timestamp? {
    guard let value = given(name) else { return nil }
    return try value.time()
  }

  /// Returns the stored form of a person; empty if the member is missing or null.
  func person(_ name: ExactString, _ me: String) throws(ImportValueError) -> String {
    guard let text = try given(name)?.text() else { return "" }
    return text.lowercased() == "@me" ? me : text
  }
}

// MARK: - Items

/// An item of a list in a plan, with its own id.
protocol ImportedItem {
  /// The id in the line, with any characters; empty if the line has none.
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
      text: Lines.entered(try (object["text"] ?? .null).text()))
  }
}

extension TimeEntry: ImportedItem {
  static func item(_ object: JSONObject, me: String) throws(ImportValueError) -> TimeEntry {
    // An export has null for a length that is invalid in the plan's file.
    var minutes: Int?
    if let value = object.given("minutes") {
      guard let valid = WorkLength.minutes(value) else {
        throw .wrongType(expected: "a list with 'minutes' from 1 to 60000")
      }
      minutes = valid
    }
    var day: CalendarDay?
    if let text = try object.given("on")?.text() {
      guard let valid = CalendarDay(text) else {
        throw .wrongType(expected: "a list with 'on' as YYYY-MM-DD")
      }
      day = valid
    }
    let note = try object.given("note")?.text() ?? ""
    return TimeEntry(
      id: try object.itemID(), at: try object.time("at"), by: try object.person("by", me),
      minutes: minutes, day: day,
      note: note.allSatisfy(\.isWhitespace) ? "" : try note.line("note"))
  }
}

extension JSONObject {
  /// Returns the id of an item; a number is returned as its digits.
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
  /// Reads a list of items, and throws if two items have the same id, because they would become one
  /// item.
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
