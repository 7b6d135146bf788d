/// A value of a custom field.
package enum CustomValue: Hashable, Sendable {
  /// A text or an address.
  case text(String)
  case number(JSONNumber)
  case day(CalendarDay)
  case choice(String)
  /// At least one option, in the order of the options.
  case choices([String])
  /// A person in stored form.
  case person(String)
  case flag(Bool)

  /// The value in documents and, except for several choices, in plan files.
  package var json: JSONValue {
    switch self {
    case .number(let number): .number(number)
    case .choices(let options): .strings(options)
    case .flag(let flag): .bool(flag)
    case .text, .day, .choice, .person: .string(text)
    }
  }

  /// The value as people type it; several options are separated by commas.
  package var text: String { texts.joined(separator: ",") }

  /// The value as people type it, each option by itself.
  package var texts: [String] {
    switch self {
    case .text(let text), .choice(let text), .person(let text): [text]
    case .number(let number): [number.lexeme]
    case .day(let day): [day.description]
    case .choices(let options): options
    case .flag(let flag): [flag ? "yes" : "no"]
    }
  }
}

extension CustomField {
  /// The path of the value. A field of kind `choices` has a path for each option instead.
  var path: ElementPath { .field(member) }

  /// The path of one option of a field of kind `choices`.
  func path(of option: String) -> ElementPath {
    .setMember(set: member, member: ExactString(option))
  }

  /// Returns the value of a plan; nil if it has none, or one that does not fit.
  ///
  /// - Complexity: Linear in the options for several choices, else constant.
  package func value(of plan: Plan) -> CustomValue? {
    if plan.unknown.isEmpty { return nil }
    if kind == .choices {
      let chosen = options.filter { plan.unknown[path(of: $0)] != nil }
      return chosen.isEmpty ? nil : .choices(chosen)
    }
    return plan.unknown[path].flatMap { value(stored: $0) }
  }

  /// Reads a stored value; nil for null, for an empty text, and for a value that does not fit.
  package func value(stored: JSONValue) -> CustomValue? {
    switch kind {
    case .text: stored.string.flatMap { $0.isEmpty ? nil : .text($0) }
    case .number:
      stored.number.flatMap { Double($0.lexeme)?.isFinite == true ? .number($0) : nil }
    case .day: stored.string.flatMap(CalendarDay.init).map(CustomValue.day)
    case .choice: stored.string.flatMap { place(of: $0) == nil ? nil : .choice($0) }
    case .choices: nil
    case .person: stored.string.flatMap { $0.isEmpty ? nil : .person($0) }
    case .yesNo: stored.bool.map(CustomValue.flag)
    case .url: stored.string.flatMap { Self.isAddress($0) ? .text($0) : nil }
    }
  }

  /// Returns a description of the expected value at a path of the field, such as `a number`; nil if
  /// the stored value fits.
  func misfit(_ stored: JSONValue, at path: ElementPath) -> String? {
    switch path {
    case .setMember(_, let option):
      if kind == .choices, place(of: option.text) != nil { return nil }
    default:
      if stored.isNull || stored.string?.isEmpty == true && kind != .choices { return nil }
      if value(stored: stored) != nil { return nil }
    }
    return expected
  }

  /// The end of the sentence "it must be …".
  private var expected: String {
    switch kind {
    case .text: "a text"
    case .number: "a number"
    case .day: "a day as \"2026-12-01\""
    case .choice: "one of \(listedOptions)"
    case .choices: "some of \(listedOptions)"
    case .person: "a person"
    case .yesNo: "true or false"
    case .url: "an address as \"https://example.com\""
    }
  }

  /// The first twelve options in words for messages, such as `S, M and L`.
  package var listedOptions: String {
    let shown = options.prefix(12).map(\.excerpt)
    guard shown.count == options.count else { return shown.joined(separator: ", ") + ", …" }
    guard let last = shown.last, shown.count > 1 else { return shown.first ?? "no options" }
    return shown.dropLast().joined(separator: ", ") + " and \(last)"
  }

  /// Returns a plan's values as they are stored, including those that do not fit; see `misfit`.
  package func storedTexts(of plan: Plan) -> [String] {
    if plan.unknown.isEmpty { return [] }
    if kind != .choices {
      return plan.unknown[path].map { [value(stored: $0)?.text ?? $0.word] } ?? []
    }
    let others = plan.unknown.keys.compactMap { path -> ExactString? in
      guard case .setMember(member, let option) = path, place(of: option.text) == nil else {
        return nil
      }
      return option
    }
    return options.filter { plan.unknown[path(of: $0)] != nil } + others.sorted().map(\.text)
  }

  /// Whether a text is an address with `http` or `https`, without spaces and control characters.
  static func isAddress(_ text: String) -> Bool {
    let lower = text.prefix(8).lowercased()
    let scheme = ["https://", "http://"].first { lower.hasPrefix($0) }
    guard let scheme, text.utf8.count > scheme.utf8.count,
      text.utf8.count <= Validation.longestLine
    else { return false }
    return text.unicodeScalars.allSatisfy {
      !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        && $0.properties.generalCategory != .format
    }
  }
}

extension JSONValue {
  /// The text of a string, an empty text for null, and JSON on one line for any other value.
  fileprivate var word: String {
    if isNull { return "" }
    return string ?? CanonicalJSON.line(of: self)
  }
}
