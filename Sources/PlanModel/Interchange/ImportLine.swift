/// One line of an import: a plan object, of which only the given members count.
package struct ImportLine: Sendable {
  /// From 1.
  package let number: Int
  package private(set) var id: PlanID?
  package private(set) var title: String?
  package private(set) var state: String?
  /// The fields, labels and assignees that the line gives.
  package private(set) var edits: [Edit] = []
  package private(set) var links: [Link] = []
  package private(set) var aliases: [String] = []
  package private(set) var checklist: [ChecklistItem] = []
  package private(set) var comments: [Comment] = []
  package private(set) var created: Creation?
  /// What the line has and an import does not take, in words: `'color'`, `an empty label`.
  package private(set) var ignored: [String] = []

  /// Members of an exported plan that follow from the others.
  private static let derived: Set<String> = ["updated", "overdue", "conflicts", "rank"]

  /// Reads a line.
  ///
  /// - Parameter board: The board that the plan is to be on; its columns are the states there are.
  /// - Throws: `ImportError` with the number of the line.
  package init(
    _ bytes: [UInt8], number: Int, board: Board
  ) throws(ImportError) {
    self.number = number
    let value: JSONValue
    do { value = try JSONReader.value(in: bytes) } catch {
      throw ImportError(line: number, reason: "column \(error.column): \(error.reason)")
    }
    guard let object = value.object else {
      throw ImportError(line: number, reason: "a plan must be an object")
    }
    for member in object.members {
      do {
        try read(member.key.text, member.value, board)
      } catch let error as InvalidValue {
        throw ImportError(
          line: number, reason: "\(error.field) '\(error.value)' \(error.reason); \(error.hint)")
      } catch let error as WrongType {
        throw ImportError(line: number, reason: "'\(member.key)' must be \(error.expected)")
      } catch {
        throw ImportError(line: number, reason: "\(error)")
      }
    }
  }

  private struct WrongType: Error { let expected: String }

  private mutating func read(_ key: String, _ value: JSONValue, _ board: Board) throws {
    switch key {
    case "id":
      guard let id = PlanID(try text(value)) else {
        throw WrongType(expected: "a plan's id of twelve characters")
      }
      self.id = id
    case "title":
      let title = try Validation.title(try text(value))
      self.title = title
      edits.append(.title(title))
    case "body": edits.append(.body(Lines.split(try optionalText(value) ?? "")))
    case "state":
      let state = try text(value)
      guard board[column: state] != nil else {
        throw InvalidValue(
          field: "state", value: state, reason: "is no column of this board",
          hint: "the columns are \(board.columns.map(\.id).joined(separator: ", "))")
      }
      self.state = state
      edits.append(.state(state))
    case "due":
      let day = try optionalText(value).map { text throws in
        guard let day = CalendarDay(text) else { throw WrongType(expected: "a day, YYYY-MM-DD") }
        return day
      }
      edits.append(.due(day))
    case "priority":
      edits.append(.priority(try optionalText(value).map(Validation.priority)))
    case "owner":
      edits.append(
        .owner(try optionalText(value).map { try Validation.line($0, field: "owner") }))
    case "estimate":
      switch value {
      case .null: edits.append(.estimate(nil))
      case .number(let number):
        edits.append(.estimate(try Validation.estimate(number.lexeme)))
      default: throw WrongType(expected: "a number or null")
      }
    case "labels": edits += try texts(value, "label").map { .add($0, to: .labels) }
    case "assignees": edits += try texts(value, "assignee").map { .add($0, to: .assignees) }
    case "links": links = try texts(value, "link").map(Validation.link)
    case "aliases": aliases = try texts(value, "alias")
    case "checklist":
      checklist = try objects(value).map(checklistItem)
      try requireUniqueIDs(checklist.map(\.id))
    case "comments":
      comments = try objects(value).map(comment)
      try requireUniqueIDs(comments.map(\.id))
    case "created": created = try creation(value)
    case "deleted":
      // A deletion that does not hold says only that somebody wanted it.
      guard value.isNull || value.object?["holds"] == .bool(false) else {
        throw WrongType(expected: "null: a deleted plan is not imported")
      }
    case _ where Self.derived.contains(key): break
    default: ignored.append("'\(key)'")
    }
  }

  // MARK: - Members

  private func checklistItem(_ object: JSONObject) throws -> ChecklistItem {
    ChecklistItem(
      id: try given("id", in: object).map(itemID) ?? "",
      text: try Validation.line(try text(object["text"] ?? .null), field: "checklist text"),
      done: try given("done", in: object).map(isDone) ?? false, rank: "")
  }

  private func isDone(_ value: JSONValue) throws -> Bool {
    guard let bool = value.bool else {
      throw WrongType(expected: "a list with 'done' true or false")
    }
    return bool
  }

  /// Two items with one id would be one item with the values of the second.
  private func requireUniqueIDs(_ ids: [String]) throws {
    let ids = ids.filter { !$0.isEmpty }
    guard Set(ids).count == ids.count else {
      throw WrongType(expected: "a list of items with an id of their own")
    }
  }

  private func comment(_ object: JSONObject) throws -> Comment {
    Comment(
      id: try given("id", in: object).map(itemID) ?? "",
      at: try given("at", in: object).map(time), by: try given("by", in: object).map(text) ?? "",
      text: Lines.split(try text(object["text"] ?? .null)))
  }

  private func creation(_ value: JSONValue) throws -> Creation? {
    if value.isNull { return nil }
    guard let object = value.object else { throw WrongType(expected: "an object or null") }
    return Creation(
      at: try given("at", in: object).map(time), by: try given("by", in: object).map(text) ?? "")
  }

  private func time(_ value: JSONValue) throws -> Timestamp {
    guard let time = Timestamp(try text(value)) else {
      throw WrongType(expected: "a time as in 2026-11-20T09:00:00Z")
    }
    return time
  }

  /// The id of an item: short, so that it can be typed, and safe as a key.
  private func itemID(_ value: JSONValue) throws -> String {
    let id = try text(value)
    guard (1...40).contains(id.utf8.count),
      id.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) })
    else { throw WrongType(expected: "a list of items whose ids are of a-z and 0-9") }
    return id
  }

  // MARK: - Types

  private func text(_ value: JSONValue) throws -> String {
    guard let text = value.string else { throw WrongType(expected: "a string") }
    return text
  }

  /// A member, if it is there and not null, as an export writes what is absent.
  private func given(_ name: ExactString, in object: JSONObject) -> JSONValue? {
    object[name].flatMap { $0.isNull ? nil : $0 }
  }

  private func optionalText(_ value: JSONValue) throws -> String? {
    value.isNull ? nil : try text(value)
  }

  /// The members of a set; empty ones, which some trackers export, say nothing and are left out.
  private mutating func texts(_ value: JSONValue, _ field: String) throws -> [String] {
    guard let array = value.array else { throw WrongType(expected: "a list of strings") }
    let texts = try array.map(text)
    let given = texts.filter { !$0.allSatisfy(\.isWhitespace) }
    if given.count < texts.count { ignored.append("an empty \(field)") }
    return try given.map { try Validation.line($0, field: field) }
  }

  private func objects(_ value: JSONValue) throws -> [JSONObject] {
    guard let array = value.array else { throw WrongType(expected: "a list of objects") }
    return try array.map { element in
      guard let object = element.object else { throw WrongType(expected: "a list of objects") }
      return object
    }
  }
}

/// Why an import was refused as a whole.
package struct ImportError: Error, Hashable, Sendable {
  /// The line, from 1.
  package let line: Int
  package let reason: String

  package init(line: Int, reason: String) { (self.line, self.reason) = (line, reason) }
}
