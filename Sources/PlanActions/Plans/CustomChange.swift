package import PlanModel
import PlanStore
import PlanView

extension CustomChange {
  /// Parses `NAME=VALUE`.
  package init(typed text: String) throws {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex else {
      throw Problem.usage(
        "'\(text.excerpt)' is not NAME=VALUE",
        hints: ["write it like points=3; points= clears the field"])
    }
    let name = String(text[..<sign]).trimmingSpaces
    self.init(name, .typed(String(text[text.index(after: sign)...])))
  }

  /// The value, if exactly one is given; nil for an empty text and for options to add or remove.
  var singleText: String? {
    switch value {
    case .typed(let text): text.isEmpty ? nil : text
    case .all(let texts): texts.count == 1 ? texts[0] : nil
    case .options: nil
    }
  }

  /// Whether a typed value clears a field: white space only, or `none` unless the field holds text.
  static func clears(_ text: String, _ field: CustomField) -> Bool {
    text.allSatisfy(\.isWhitespace) || text.lowercased() == "none" && field.kind != .text
  }
}

extension Problem {
  /// The problem of a field that a board does not define.
  static func unknownField(_ name: String, on board: Board) -> Problem {
    let property = PlanProperty.all.first { $0.name == name.lowercased() }
    if let property {
      return .usage(
        "'\(property.name)' is not one of the board's own fields",
        hints: ["set it with \(pmgit: "edit", "ID", "--\(property.name)", "VALUE")"])
    }
    if let set = PlanSet.allCases.first(where: { [$0.rawValue, $0.memberName].contains(name) }) {
      let option = set == .assignees ? "assign" : set.memberName
      return .usage(
        "'\(set.rawValue)' is not one of the board's own fields",
        hints: ["add one with \(pmgit: "edit", "ID", "--\(option)", "VALUE")"])
    }
    let called = board.fields.filter { SearchText(name).equals($0.title) }
    guard called.count < 2 else {
      return .usage(
        "several fields are called '\(name.excerpt)'",
        hints: ["name one by its id: \(called.prefix(9).map(\.id).joined(separator: ", "))"])
    }
    let names = board.fields.map(\.id)
    let id = CustomField.isID(name) && !CustomField.isReserved(name) ? name : "points"
    return .usage(
      "the board has no field '\(name.excerpt)'",
      hints: Hint.didYouMean(name, among: names + board.fields.map(\.title))
        + (names.isEmpty ? [] : ["the fields are \(names.joined(separator: ", "))"])
        + ["add one with \(pmgit: "field", "add", id, "--kind", "text")"])
  }
}

extension FieldEdits {
  /// Returns the edits of the board's own fields.
  func customEdits() throws -> [Edit] {
    if changes.custom.isEmpty { return [] }
    var order: [String] = []
    var ofField: [String: [CustomChange]] = [:]
    let board = snapshot.board
    for change in changes.custom {
      guard let field = board.field(named: change.field) else {
        throw Problem.unknownField(change.field, on: board)
      }
      if ofField[field.id] == nil { order.append(field.id) }
      ofField[field.id, default: []].append(change)
    }
    return try order.flatMap { id -> [Edit] in
      guard let field = board[field: id], let changes = ofField[id] else { return [] }
      if field.kind == .choices { return try optionEdits(changes, of: field) }
      guard changes.count == 1 else {
        throw Problem.usage("field '\(id)' is given twice", hints: ["it has one value"])
      }
      return [field.write(try value(of: changes[0], field))]
    }
  }

  private func value(of change: CustomChange, _ field: CustomField) throws -> JSONValue {
    if let text = change.singleText { return try workspace.value(text, of: field) }
    switch change.value {
    case .typed: return .null
    case .all(let texts) where texts.isEmpty: return .null
    case .all, .options:
      throw Problem.usage("field '\(field.id)' has one value", hints: ["give a single one"])
    }
  }

  /// Returns the edits of a field with several choices. Several complete lists are combined;
  /// options to add and to remove are applied afterwards.
  private func optionEdits(_ changes: [CustomChange], of field: CustomField) throws -> [Edit] {
    let present = plan.map(field.storedTexts) ?? []
    var (all, added, removed): ([String]?, [String], [String]) = (nil, [], [])
    for change in changes {
      switch change.value {
      case .all(let texts): all = (all ?? []) + texts
      case .options(let more, let less):
        added += more
        removed += less
      case .typed(let text):
        switch text.first {
        case "+": added += Self.names(in: text.dropFirst())
        case "-": removed += Self.names(in: text.dropFirst())
        default:
          all = (all ?? []) + (CustomChange.clears(text, field) ? [] : Self.names(in: text[...]))
        }
      }
    }
    let wanted = try (all ?? []).map { try option($0, of: field, besides: present) }
    let new = try added.map { try option($0, of: field, besides: []) }
    let old = try removed.map { try option($0, of: field, besides: present) }
    if let both = new.first(where: old.contains) {
      throw Problem.usage("'\(both.excerpt)' can't be both added and removed")
    }
    let kept = Set(wanted.map { ExactString($0) })
    let replaced = all == nil ? [] : present.filter { !kept.contains(ExactString($0)) }
    return field.edits(
      adding: wanted.filter { field.place(of: $0) != nil } + new, removing: replaced + old)
  }

  /// Returns the option that a text means. Options in `present` are tried first, even if the field
  /// no longer defines them, then the options of the field.
  private func option(
    _ text: String, of field: CustomField, besides present: [String]
  ) throws -> String {
    let typed = SearchText(text)
    if let option = present.first(where: { ExactString($0) == ExactString(text) })
      ?? present.first(where: typed.equals)
    {
      return option
    }
    return try field.option(text)
  }

  private static func names(in text: Substring) -> [String] {
    text.split(separator: ",").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
  }
}

extension Workspace {
  /// Returns the stored form of a typed value of a field with one value; null for a text that
  /// clears the field.
  func value(_ text: String, of field: CustomField) throws -> JSONValue {
    if CustomChange.clears(text, field) { return .null }
    switch field.kind {
    case .day:
      return .optional(try DueDate.parse(text, today: participant.today)?.description)
    case .person: return .string(try person(text, field: field.id))
    default: return try field.stored(text)
    }
  }
}
