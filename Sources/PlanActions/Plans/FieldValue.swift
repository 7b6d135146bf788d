package import PlanModel

/// Values that people type for one path, as the path's kind of value.
extension Workspace {
  /// Reads a value.
  ///
  /// - Parameter path: A path that pmgit knows takes its own forms, such as `fri` for a due date;
  ///   any other takes JSON, or a text.
  package func value(_ text: String, for path: ElementPath, board: Board) throws -> JSONValue {
    let isNone = text.lowercased() == "none"
    switch path {
    case .field("title"), .item("columns", _, "title"):
      return .string(try Validation.title(text))
    case .field("body"), .item("comments", _, "text"): return .strings(Lines.split(text))
    case .field("state"): return .string(try board.column(named: text).id)
    case .field("due"):
      return .optional(try DueDate.parse(text, today: participant.today)?.description)
    case .field("priority"):
      return isNone ? .null : .string(try Validation.priority(text).rawValue)
    case .field("owner"): return isNone ? .null : .string(try person(text, field: "owner"))
    case .field("estimate"): return isNone ? .null : .number(try Validation.estimate(text))
    case .item("checklist", _, "text"):
      return .string(try Validation.line(text, field: "checklist text"))
    case .item("columns", _, "kind"):
      return .string(try oneOf(Column.Kind.allCases.map(\.rawValue), text, field: "kind"))
    case .item("checklist", _, "done"):
      return .bool(try oneOf(["true", "false"], text, field: "done") == "true")
    case .item("columns", _, "limit"): return try ColumnChanges.limit(text)
    case .field("deleted"):
      // Keeping the plan is all that can be typed; deleting it is 'pmgit delete'.
      _ = try oneOf(["none"], text, field: "deleted")
      return .null
    default:
      // An unknown register may hold anything; what is no JSON is a text.
      return (try? JSONReader.value(in: Array(text.utf8))) ?? .string(text)
    }
  }

  private func oneOf(_ words: [String], _ text: String, field: String) throws -> String {
    guard words.contains(text.lowercased()) else {
      throw InvalidValue(
        field: field, value: text, reason: "can't be taken",
        hint: "it is \(words.joined(separator: " or "))")
    }
    return text.lowercased()
  }
}
