package import PlanModel

/// Parses typed values according to the path that they are for.
extension Workspace {
  /// Parses a value.
  ///
  /// - Parameters:
  ///   - path: A path that pmgit knows accepts its own forms, such as `fri` for a due date. Any
  ///     other path accepts JSON or a text.
  ///   - seen: The settings in which the person's column name is looked up; nil for `board`.
  package func value(
    _ text: String, for path: ElementPath, board: Board, seen: Board? = nil
  ) throws -> JSONValue {
    switch path {
    case .field("title"), .item("columns", _, "title"):
      return .string(try Validation.title(text))
    case .field("body"), .item("comments", _, "text"): return .strings(Lines.entered(text))
    case .field("state"): return .string(try board.column(named: text, seenOn: seen ?? board).id)
    case .item("checklist", _, "text"):
      return .string(try Validation.line(text, field: "checklist text"))
    case .item("columns", _, "kind"):
      return .string(try oneOf(Column.Kind.allCases.map(\.rawValue), text, field: "kind"))
    case .item("checklist", _, "done"):
      return .bool(try oneOf(["true", "false"], text, field: "done") == "true")
    case .item("columns", _, "limit"): return try ColumnChanges.limit(text)
    case .field("deleted"):
      // Only keeping the plan can be typed; deleting it is 'pmgit delete'.
      _ = try oneOf(["none"], text, field: "deleted")
      return .null
    case .field(let name) where PlanField(rawValue: name.text)?.property != nil:
      guard let property = PlanField(rawValue: name.text)?.property else { return .null }
      return try value(text, of: property)?.json ?? .null
    default:
      // An unknown field may hold any value; input that is not JSON is stored as a text.
      return (try? JSONReader.value(in: Array(text.utf8))) ?? .string(text)
    }
  }

  /// Parses the value of a property; nil for `none`.
  func value(_ text: String, of property: PlanProperty) throws -> PropertyValue? {
    if property.kind == .day {
      return try DueDate.parse(text, today: participant.today).map(PropertyValue.day)
    }
    guard text.lowercased() != "none" else { return nil }
    return switch property.kind {
    case .day: nil
    case .priority: .priority(try Validation.priority(text, field: property.name))
    case .person: .person(try person(text, field: property.name))
    case .number: .number(try Validation.number(text, field: property.name))
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
