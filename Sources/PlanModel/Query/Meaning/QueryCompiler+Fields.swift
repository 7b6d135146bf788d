/// Terms about the fields that a board defines, such as `points:>2`.
extension QueryCompiler {
  /// A key with the meaning that it has on the board.
  enum Key {
    case builtIn(QueryKey)
    case custom(CustomField)
  }

  /// Returns the meaning of a key; nil for an unknown key.
  ///
  /// Names of built-in keys always mean those keys. A name that other trackers use for such a key
  /// means the board's field of that name, if there is one.
  mutating func key(_ word: QueryWord) -> Key? {
    if let field = context.board.field(called: word.text) { return .custom(field) }
    guard let key = QueryKey(named: word.text) else { return nil }
    note(hidden: word)
    return .builtIn(key)
  }

  /// Adds a note if the board has a field with the name of a built-in key.
  mutating func note(hidden word: QueryWord) {
    let name = word.text.lowercased()
    guard !context.board.fields.isEmpty, CustomField.isReserved(name),
      let field = context.board[field: name]
    else { return }
    note(
      "'\(name)' is a word of pmgit, not the field of the board",
      hint: "for the field write \(field.key)")
  }

  /// Returns the condition that at least one of a term's values matches.
  mutating func anyOf(
    _ field: CustomField, _ term: QueryTerm
  ) throws(QueryError) -> QueryCondition {
    var found: [QueryCondition] = []
    for value in term.values {
      guard !value.text.isEmpty else {
        throw QueryError(
          "no value for '\(field.key)'", at: value.range.isEmpty ? term.range : value.range,
          hints: ["for example \(field.example)"])
      }
      found.append(.custom(field, try test(field, value)))
    }
    return found.count == 1 ? found[0] : .anyOf(found)
  }

  private mutating func test(
    _ field: CustomField, _ value: QueryWord
  ) throws(QueryError) -> QueryCondition.CustomTest {
    if !value.isQuoted, field.kind != .person {
      switch value.text.lowercased() {
      case "none": return .none
      case "any", "*": return .any
      default: break
      }
    }
    switch field.kind {
    case .text, .url: return .text(SearchText(value.text))
    case .number: return .number(try numbers(value, example: field.example))
    case .day: return .day(try days(value))
    case .choice, .choices: return try options(field, value)
    case .person: return .person(try person(value))
    case .yesNo:
      guard let flag = CustomField.flag(value.text) else {
        throw unknown("value of '\(field.key)'", value, names: ["yes", "no", "none", "any"])
      }
      return .flag(flag)
    }
  }

  /// Returns the test for an option, for options before or after one, or for a range of options.
  private mutating func options(
    _ field: CustomField, _ value: QueryWord
  ) throws(QueryError) -> QueryCondition.CustomTest {
    if field.options(called: value.text).isEmpty, !value.isQuoted,
      value.text.first.map({ "<>=".contains($0) }) == true || value.text.contains("..")
    {
      return .place(try places(value) { word throws(QueryError) in try place(word, field) })
    }
    if field.options(called: value.text).isEmpty {
      let near = Suggestion.nearest(to: value.text, in: field.options)
      note(
        "'\(field.key)' has no option \(value.text.quotedForMessage)",
        hint: near.map { "did you mean '\($0.excerpt)'?" }
          ?? "the options are \(field.listedOptions)")
    }
    return .option(SearchText(value.text))
  }

  private func place(_ word: QueryWord, _ field: CustomField) throws(QueryError) -> Int {
    let found = field.options(called: word.text)
    guard found.count == 1, let place = field.place(of: found[0]) else {
      throw unknown("option of '\(field.key)'", word, names: field.options)
    }
    return place
  }
}

extension CustomField {
  /// An example of a query term with the field.
  var example: String {
    switch kind {
    case .text: "\(key):word"
    case .url: "\(key):example.com"
    case .number: "\(key):>2"
    case .day: "\(key):<+1w"
    case .choice, .choices: "\(key):\(options.first.map(Self.quoted) ?? "any")"
    case .person: "\(key):@me"
    case .yesNo: "\(key):yes"
    }
  }

  /// The help text of a query term with the field.
  var meaning: String {
    let values =
      switch kind {
      case .text, .url: "with that text in it"
      case .number: "a number, with <, >, A..B"
      case .day: "a day, with <, >, A..B"
      case .choice: "an option, with <, >, A..B"
      case .choices: "one of these options"
      case .person: "a name, @me"
      case .yesNo: "yes or no"
      }
    return (title == id ? "" : "\(title): ") + values
  }

  private static func quoted(_ option: String) -> String {
    option.contains { $0.isWhitespace || "\"()".contains($0) }
      ? "\"\(option.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\"" : option
  }
}

extension QueryCondition {
  /// A test of a value of a custom field.
  enum CustomTest: Hashable, Sendable {
    case none, any
    /// The text occurs in the value.
    case text(SearchText)
    case number(RangeTest<Double>)
    case day(RangeTest<Int>)
    /// The value, or one of several, is this option. Values that are no longer options match too.
    case option(SearchText)
    /// The place of the option, or of one of several, is in the range.
    case place(RangeTest<Int>)
    case person(PersonTest)
    case flag(Bool)

    func holds(for field: CustomField, of plan: Plan, in context: QueryContext) -> Bool {
      if case .option(let option) = self {
        return field.storedTexts(of: plan).contains(where: option.equals)
      }
      let value = field.value(of: plan)
      switch self {
      case .none: return value == nil
      case .any: return value != nil
      case .text(let text): return value.map { text.occurs(in: $0.text) } ?? false
      case .number(let test):
        if case .number(let number)? = value { return test.holds(for: Double(number.lexeme)) }
        return test.holds(for: nil)
      case .day(let test):
        if case .day(let day)? = value { return test.holds(for: day.dayNumber) }
        return test.holds(for: nil)
      case .place(let test):
        return value?.texts.contains { test.holds(for: field.place(of: $0)) } ?? false
      case .person(let test):
        return test.holds(for: value.map(\.texts) ?? [], in: context)
      case .flag(let flag): return value == .flag(flag)
      case .option: return false
      }
    }
  }
}
