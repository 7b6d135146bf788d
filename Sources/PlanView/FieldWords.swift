package import PlanModel

/// A value of a custom field, as people see it.
package struct FieldEntry: Sendable {
  package let field: CustomField
  /// The value; nil if it does not fit the field.
  package let value: CustomValue?
  package let words: StyledText
}

extension Plan {
  /// Returns the values of the board's custom fields, also those that do not fit, in the order of
  /// the fields.
  package func fieldEntries(on board: Board) -> [FieldEntry] {
    if unknown.isEmpty { return [] }
    return board.fields.compactMap { field in
      let value = field.value(of: self)
      let stored = field.storedTexts(of: self)
      let fitting = Set((value?.texts ?? []).map { ExactString($0) })
      let others = stored.filter { !$0.isEmpty && !fitting.contains(ExactString($0)) }
      guard value != nil || !others.isEmpty else { return nil }
      let misfits = others.isEmpty ? [] : [Self.misfit(others, of: field)]
      let words = ([value.map(\.words)].compactMap(\.self) + misfits).joined(by: ", ")
      return FieldEntry(field: field, value: value, words: words)
    }
  }

  private static func misfit(_ texts: [String], of field: CustomField) -> StyledText {
    let listed = texts.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    let more = texts.count > 5 ? ", …" : ""
    let reason =
      switch field.kind {
      case .number: "not a number"
      case .day: "not a day"
      case .choice, .choices: "not an option"
      case .yesNo: "neither yes nor no"
      case .url: "not an address"
      case .text, .person: "not a text"
      }
    return StyledText("\(listed)\(more) (\(reason))", .conflict)
  }
}

extension CustomValue {
  package var words: StyledText {
    switch self {
    case .person(let person): StyledText(Person(person).fullName, .person)
    case .choices(let options): StyledText(options.joined(separator: ", "))
    case .text, .number, .day, .choice, .flag: StyledText(text)
    }
  }
}

extension PlanSummary {
  /// Returns the values that a card shows, such as `Story points 3`. An option is shown without the
  /// field's title, unless it could be mistaken for a priority. A field with yes or no is shown
  /// only if it is yes, as its title.
  package var cardFieldWords: [(field: CustomField, words: StyledText)] {
    if plan.unknown.isEmpty { return [] }
    let shown = customValues.filter(\.field.isOnCard)
    return shown.compactMap { field, value -> (field: CustomField, words: StyledText)? in
      switch value {
      case .flag(false): return nil
      case .flag(true): return (field, StyledText(field.title, .muted))
      case .choice, .choices:
        let words = value.words.string
        let isPriority = Priority(rawValue: words.lowercased()) != nil
        return (field, StyledText(isPriority ? "\(field.title) \(words)" : words, .muted))
      default: return (field, "\(field.title, .muted) \(value.words)")
      }
    }
  }
}

extension Board {
  /// Returns the title of the field at a path. If the board does not define the custom field,
  /// returns its id without the prefix. Returns nil for other paths.
  func fieldTitle(at path: ElementPath) -> String? {
    if let field = field(at: path) { return field.title }
    switch path {
    case .field(let name), .setMember(let name, _):
      guard name.text.hasPrefix(CustomField.prefix) else { return nil }
      return String(name.text.dropFirst(CustomField.prefix.count))
    case .item, .other: return nil
    }
  }
}

/// The sum of the numbers of some plans.
package struct FieldTotal: Sendable {
  package let field: SummedField
  package let sum: NumberSum

  package init(_ field: SummedField, of plans: some Sequence<Plan>) {
    self.field = field
    sum = field.sum(of: plans)
  }

  /// The sum for the head of a column: `13 points`.
  package var short: String { "\(sum.text) \(field.name)" }

  /// The sum for the end of a list: `Story points: 13 in 5 of 8 plans`.
  package func words(outOf count: Int) -> String {
    "\(field.title): \(sum.text) in \(sum.count) of \(CountWords.words(count, "plan"))"
  }
}
