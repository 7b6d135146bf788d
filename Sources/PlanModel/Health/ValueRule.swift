/// The kind of value that pmgit expects at a known path.
enum ValueRule {
  case title, text, lines, column, day, priority, person, number, wholeNumber, flag, moment, names,
    columnKind, fieldKind, repetition, minutes, phase
  case creation, deletion

  /// The rule for a path; nil if any value is allowed, as for members of a newer version.
  ///
  /// A plan's rank has no rule: an invalid rank is reported as `PlanFinding.invalidRank`.
  init?(_ path: ElementPath, isBoard: Bool) {
    switch path {
    case .field(let name):
      guard let rule = isBoard ? Self.boardFields[name] : PlanField(name)?.rule else { return nil }
      self = rule
    case .item(let list, _, let member):
      let rules = isBoard ? Self.boardItems[list] : Self.planItems[list]
      guard let rule = rules?[member] else { return nil }
      self = rule
    case .setMember, .other: return nil
    }
  }

  private static let planItems: [ExactString: [ExactString: ValueRule]] = [
    "checklist": ["text": .text, "done": .flag, "rank": .text, "gone": .text],
    "comments": ["at": .moment, "by": .text, "text": .lines, "gone": .text],
    "time": [
      "at": .moment, "by": .text, "minutes": .minutes, "on": .day, "note": .text, "gone": .text,
    ],
    "files": [
      "name": .text, "size": .wholeNumber, "type": .text, "at": .moment, "by": .text, "blob": .text,
      "gone": .text,
    ],
  ]
  private static let boardFields: [ExactString: ValueRule] = [
    "title": .text, "fileLimit": .wholeNumber,
  ]
  private static let boardItems: [ExactString: [ExactString: ValueRule]] = [
    "columns": [
      "title": .text, "kind": .columnKind, "rank": .text, "limit": .wholeNumber, "from": .names,
      "gone": .text,
    ],
    "views": [
      "query": .text, "title": .text, "view": .text, "group": .text, "columns": .names,
      "gone": .text,
    ],
    "fields": [
      "title": .text, "kind": .fieldKind, "options": .names, "help": .text, "card": .flag,
      "rank": .text, "gone": .text,
    ],
    "milestones": ["title": .text, "due": .day, "closed": .flag, "gone": .text],
    "iterations": ["title": .text, "first": .day, "last": .day, "closed": .flag, "gone": .text],
    "rules": ["text": .text, "gone": .text],
    "accounts": ["account": .text, "person": .text, "gone": .text],
  ]

  /// Whether a value is valid and so shown. Null means no value, which is valid except for a title.
  func accepts(_ value: JSONValue) -> Bool {
    if value.isNull { return self != .title }
    return switch self {
    case .title: value.string.map { !Self.isBlank($0) && Self.lines(of: $0).count == 1 } ?? false
    case .text, .column, .person, .phase: value.string != nil
    case .lines, .names: value.lines != nil
    case .day: value.string.flatMap(CalendarDay.init) != nil
    case .priority: value.string.flatMap(Priority.init(rawValue:)) != nil
    case .columnKind: value.string.flatMap(Column.Kind.init) != nil
    case .fieldKind: value.string.flatMap(CustomField.Kind.init) != nil
    case .number: if case .number = value { true } else { false }
    case .wholeNumber: if case .number(let number) = value { number.integer != nil } else { false }
    case .flag: value.bool != nil
    case .moment: value.string.flatMap(Timestamp.init) != nil
    case .repetition: value.string.flatMap(Repetition.init) != nil
    case .minutes: WorkLength.minutes(value) != nil
    case .creation:
      value.object?["at"]?.string.flatMap(Timestamp.init) != nil
        && value.object?["by"]?.string != nil
    case .deletion: value.object?["seen"]?.string != nil
    }
  }

  /// Returns the valid value that an invalid one certainly means; nil if that is not certain.
  func meaning(of value: JSONValue) -> JSONValue? {
    guard let meant = guess(value), accepts(meant) else { return nil }
    return meant
  }

  private func guess(_ value: JSONValue) -> JSONValue? {
    switch self {
    case .title, .text, .column, .person, .phase:
      if case .number(let number) = value { .string(number.lexeme) } else { nil }
    case .lines: value.string.map { .strings(Lines.split($0)) } ?? Self.texts(value)
    case .names: value.string.map { .strings([$0]) } ?? Self.texts(value)
    case .day: value.string.flatMap(CalendarDay.guessed).map { .string($0.description) }
    case .priority, .columnKind, .fieldKind:
      value.string.map { .string(Self.trimmed($0).lowercased()) }
    case .number, .wholeNumber, .minutes:
      value.string.flatMap { JSONNumber(Self.trimmed($0)) }.map(JSONValue.number)
    case .flag: Self.flag(value)
    case .moment, .creation, .deletion, .repetition: nil
    }
  }

  /// Returns an array with its numbers converted to texts; nil for other values.
  private static func texts(_ value: JSONValue) -> JSONValue? {
    value.array.map { list in
      .array(list.map { if case .number(let number) = $0 { .string(number.lexeme) } else { $0 } })
    }
  }

  private static func flag(_ value: JSONValue) -> JSONValue? {
    switch value {
    case .string("true"), .string("yes"), .number(JSONNumber(1)): .bool(true)
    case .string("false"), .string("no"), .number(JSONNumber(0)): .bool(false)
    default: nil
    }
  }

  /// The end of the sentence "it must be …".
  var expected: String {
    switch self {
    case .title: "one line of text"
    case .text, .column, .person, .phase: "a text in quotes"
    case .lines: "a list of lines, each in quotes"
    case .names: "a list of texts, each in quotes"
    case .day: "a day as \"2026-12-01\""
    case .priority: "one of low, medium, high and urgent"
    case .columnKind: "one of todo, doing and done"
    case .fieldKind:
      "one of \(CustomField.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
    case .number: "a number without quotes"
    case .wholeNumber: "a whole number without quotes"
    case .flag: "true or false"
    case .moment: "a time as \"2026-12-01T09:30:00Z\""
    case .repetition: "a rule as \"every 2 weeks\""
    case .minutes: "a whole number of minutes from 1 to 60000"
    case .creation: "an object with a time 'at' and a text 'by'"
    case .deletion: "null, or what 'pmgit delete' writes"
    }
  }

  // MARK: - Texts

  private static func isBlank(_ text: String) -> Bool { trimmed(text).isEmpty }

  private static func trimmed(_ text: String) -> String {
    let isSpace = { (character: Character) in character.isWhitespace }
    return String(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }

  static func lines(of text: String) -> [Substring] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}

// MARK: - Days in other forms

extension CalendarDay {
  /// Parses a date in an unambiguous form: `2026-12-1`, `2026/12/01`, `December 1, 2026`,
  /// `2026-12-01T10:00:00Z`, `1 Dec 2026`. Returns nil for an ambiguous one such as `01/12/2026`.
  static func guessed(from text: String) -> CalendarDay? {
    let text = Timestamp(text).map { _ in text.prefix(10) } ?? text[...]
    let words = text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    guard words.count == 3, text.utf8.count <= 40 else { return nil }
    let years = words.filter { $0.utf8.count == 4 && Int($0) != nil }
    guard years.count == 1, let year = Int(years[0]) else { return nil }
    let others = words.filter { $0 != years[0] }
    guard others.count == 2 else { return nil }
    if words[0] == years[0], let month = Int(others[0]), let day = Int(others[1]) {
      return CalendarDay(year: year, month: month, day: day)
    }
    let named = others.compactMap(CalendarNames.month)
    let days = others.compactMap { Int($0) }
    guard named.count == 1, days.count == 1 else { return nil }
    return CalendarDay(year: year, month: named[0], day: days[0])
  }
}
