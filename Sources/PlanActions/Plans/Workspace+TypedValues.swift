package import PlanModel

extension Workspace {
  /// Parses the typed value of a plan's field or of a board's setting.
  ///
  /// - Parameters:
  ///   - path: The element to set. Those that pmgit knows accept their own forms, such as `fri` for
  ///     a due date. Any other accepts JSON, and keeps other input as a string.
  ///   - basis: The settings in which a typed column is looked up; nil for `board`.
  package func value(
    _ text: String, for path: ElementPath, board: Board, basis: Board? = nil
  ) throws -> JSONValue {
    switch path {
    case .field("title"), .item("columns", _, "title"):
      return .string(try Validation.title(text))
    case .field("body"), .item("comments", _, "text"): return .strings(Lines.entered(text))
    case .field("state"): return .string(try board.column(named: text, basis: basis ?? board).id)
    case .item("checklist", _, "text"):
      return .string(try Validation.line(text, field: "checklist text"))
    case .item("columns", _, "kind"):
      return .string(try oneOf(Column.Kind.allCases.map(\.rawValue), text, field: "kind"))
    case .item("checklist", _, "done"):
      return .bool(try oneOf(["true", "false"], text, field: "done") == "true")
    case .item("milestones", _, "title"), .item("iterations", _, "title"):
      return .string(try Validation.title(text))
    case .item("milestones", _, "closed"), .item("iterations", _, "closed"):
      return .bool(try oneOf(["true", "false"], text, field: "closed") == "true")
    case .item("milestones", _, "due"), .item("iterations", _, "first"),
      .item("iterations", _, "last"):
      return .optional(try DueDate.parse(text, today: participant.today)?.description)
    case .item("rules", _, "text"): return .string(try BoardRule(text).description)
    case .item("columns", _, "limit"): return try ColumnChanges.limit(text)
    case .field("deleted"):
      // Only keeping the plan can be typed; deleting it is 'pmgit delete'.
      _ = try oneOf(["none"], text, field: "deleted")
      return .null
    case .field, .setMember:
      guard let field = board.field(at: path) else {
        return try value(text, unknownAt: path, board: board, basis: basis)
      }
      return try value(text, of: field)
    case .item("fields", _, let member): return try value(text, ofDefinition: member)
    default: return Self.jsonOrText(text)
    }
  }

  private func value(
    _ text: String, unknownAt path: ElementPath, board: Board, basis: Board?
  ) throws -> JSONValue {
    switch path {
    case .field(let name) where PlanField(rawValue: name.text)?.property != nil:
      guard let property = PlanField(rawValue: name.text)?.property else { return .null }
      return try value(text, of: property, on: board, basis: basis)?.json ?? .null
    default: return Self.jsonOrText(text)
    }
  }

  /// An unknown field may hold any value; input that is not JSON is stored as a text.
  private static func jsonOrText(_ text: String) -> JSONValue {
    (try? JSONReader.value(in: Array(text.utf8))) ?? .string(text)
  }

  /// Parses the value of a member of a field's definition.
  private func value(_ text: String, ofDefinition member: ExactString) throws -> JSONValue {
    switch member {
    case "title", "help": return .string(try Validation.line(text, field: member.text))
    case "kind":
      return .string(try oneOf(CustomField.Kind.allCases.map(\.rawValue), text, field: "kind"))
    case "options":
      return .strings(try CustomField.validOptions(text.split(separator: ",").map(String.init)))
    case "card": return .bool(try oneOf(["true", "false"], text, field: "card") == "true")
    default: return Self.jsonOrText(text)
    }
  }

  /// Parses the value of a property; nil for `none`.
  ///
  /// - Parameters:
  ///   - board: The board whose milestones and iterations are valid; nil to check only their form.
  ///   - basis: The board on which such a name is looked up; nil for `board`.
  func value(
    _ text: String, of property: PlanProperty, on board: Board?, basis: Board? = nil
  ) throws -> PropertyValue? {
    if property.kind == .day {
      return try day(text).map(PropertyValue.day)
    }
    guard text.lowercased() != "none" else { return nil }
    return switch property.kind {
    case .day: nil
    case .priority: .priority(try Validation.priority(text, field: property.name))
    case .person: .person(try person(text, field: property.name))
    case .number: .number(try Validation.number(text, field: property.name))
    case .moment: .moment(try moment(text))
    case .repetition: .repetition(try Repetition.typed(text))
    case .phase: try phase(text, of: property, on: board, basis: basis)
    }
  }

  private func phase(
    _ text: String, of property: PlanProperty, on board: Board?, basis: Board?
  ) throws -> PropertyValue {
    let text = try Validation.line(text, field: property.name)
    guard let board, let kind = property.phaseKind else { return .phase(text) }
    let phase = try board.phases.phase(
      named: text, kind, on: participant.today, basis: (basis ?? board).phases)
    return .phase(phase.id)
  }

  /// Returns the day that words mean today, such as `fri`; nil for `none`.
  package func day(_ words: String) throws(DueDateError) -> CalendarDay? {
    try DueDate.parse(words, today: participant.today)
  }

  /// Parses a moment: a time of RFC 3339, or a length of time from now, such as `30m`.
  private func moment(_ text: String) throws -> Timestamp {
    if let time = Timestamp(text) { return time }
    return try LeaseLength(text).end(from: now)
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
