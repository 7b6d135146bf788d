import PlanModel

/// Values that people type for one path, as the path's kind of value.
enum FieldValue {
  /// Reads a value.
  ///
  /// - Parameter path: A path that pmgit knows takes its own forms, such as `fri` for a due date; any
  ///   other takes JSON, or a text.
  static func read(
    _ text: String, for path: ElementPath, board: Board, today: CalendarDay
  ) throws -> JSONValue {
    let isNone = text.lowercased() == "none"
    switch path {
    case .field("title"): return .string(try Validation.title(text))
    case .field("body"), .item("comments", _, "text"): return .strings(Lines.split(text))
    case .field("state"): return .string(try board.column(named: text).id)
    case .field("due"):
      return .optional(try DueDate.parse(text, today: today)?.description)
    case .field("priority"):
      return isNone ? .null : .string(try Validation.priority(text).rawValue)
    case .field("owner"): return isNone ? .null : .string(try Validation.line(text, field: "owner"))
    case .field("estimate"): return isNone ? .null : .number(try Validation.estimate(text))
    case .item("columns", _, "title"): return .string(try Validation.title(text))
    case .item("columns", _, "kind"):
      guard let kind = Column.Kind(rawValue: text) else {
        throw InvalidValue(
          field: "kind", value: text, reason: "is none of todo, doing and done",
          hint: "choose one of them")
      }
      return .string(kind.rawValue)
    case .item("checklist", _, "text"):
      return .string(try Validation.line(text, field: "checklist text"))
    default:
      // An unknown register may hold anything; what is no JSON is a text.
      return (try? JSONReader.value(in: Array(text.utf8))) ?? .string(text)
    }
  }
}
