/// A field that a board defines for its plans, such as `points`.
///
/// The definition is an item of the board's list `fields`. Values of plans are at paths whose names
/// begin with `prefix`, so they never clash with members that pmgit defines. Plans keep the values
/// as unknown members; the definition only interprets them. So a value that does not fit its
/// definition stays in the plan.
package struct CustomField: Hashable, Sendable {
  /// The type of the values.
  package enum Kind: String, CaseIterable, Sendable {
    case text, number, day
    /// One of the options.
    case choice
    /// Any number of the options.
    case choices
    case person
    case yesNo = "yes-no"
    case url

    /// Whether the values are options of the field.
    package var hasOptions: Bool { self == .choice || self == .choices }

    /// Whether plans can be put into groups by the values.
    package var canGroup: Bool { hasOptions || self == .person || self == .yesNo }
  }

  package let id: String
  package let title: String
  package let kind: Kind
  /// The options from the least to the greatest; empty for kinds without options.
  package let options: [String]
  /// What people should enter; nil without such a text.
  package let help: String?
  /// Whether cards and lists show the value.
  package let isOnCard: Bool
  package let rank: String
  /// The name of the field or set in plan files: `custom.points`.
  let member: ExactString
  private let places: [ExactString: Int]

  package init(
    id: String, title: String? = nil, kind: Kind, options: [String] = [], help: String? = nil,
    isOnCard: Bool = false, rank: String = ""
  ) {
    (self.id, self.title, self.kind, self.help) = (id, title ?? id, kind, help)
    (self.isOnCard, self.rank) = (isOnCard, rank)
    var places: [ExactString: Int] = [:]
    self.options =
      kind.hasOptions
      ? options.filter { places.updateValue(places.count, forKey: ExactString($0)) == nil } : []
    self.places = Dictionary(
      self.options.enumerated().map { (ExactString($1), $0) },
      uniquingKeysWith: { first, _ in first })
    member = ExactString(Self.prefix + id)
  }

  /// Returns the place of an option, from 0 for the least; nil for other texts.
  package func place(of option: String) -> Int? { places[ExactString(option)] }

  /// Returns the options that a typed text means, ignoring case and accents.
  package func options(called text: String) -> [String] {
    if place(of: text) != nil { return [text] }
    let text = SearchText(text)
    return options.filter(text.equals)
  }
}

// MARK: - Names

extension CustomField {
  /// The beginning of the names of values in plan files. No name of a member that pmgit defines
  /// has a dot, now or in later versions.
  package static let prefix = "custom."

  /// Whether a name in a plan's `fields` or `sets` is that of a custom field.
  static func isMember(_ name: ExactString) -> Bool { name.text.hasPrefix(prefix) }

  /// Whether a text can be the id of a field: `[a-z][a-z0-9_-]{0,62}`.
  package static func isID(_ text: String) -> Bool {
    Validation.isColumnID(text) && text.first?.isLetter == true
  }

  /// Whether a name has a meaning of its own in queries, documents or forms.
  ///
  /// A field with such an id can't be defined. A board may have one nevertheless: a later version
  /// may give a name its meaning after the field was defined. Then the built-in meaning counts, and
  /// the field is called `custom.NAME`.
  package static func isReserved(_ name: String) -> Bool {
    reservedNames.contains(name.lowercased())
  }

  static let reservedNames: Set<String> = {
    var names = QueryKey.allCases.map(\.rawValue) + QueryFeature.allCases.map(\.rawValue)
    names += QuerySort.names + PlanTime.allCases.map(\.rawValue)
    names += PlanField.allCases.map(\.rawValue)
    names += PlanSet.allCases.flatMap { [$0.rawValue, $0.memberName] }
    names += PlanList.allCases.map(\.rawValue) + PlanJSON.ownNames
    names += PlanFile.reservedMembers.map(\.text) + FlowGrouping.builtIn.map(\.name)
    names += ["custom", "unknown", "none", "any"]
    return Set(names.map { $0.lowercased() })
  }()

  /// The name of the field in queries, lists of fields and forms: the id, or `custom.ID` if the id
  /// has a meaning of its own.
  package var key: String { Self.isReserved(id) ? member.text : id }
}

/// The fields of a board, found by the names of their members in plan files.
struct CustomFieldTable: Hashable, Sendable {
  let fields: [CustomField]
  private let places: [ExactString: Int]

  init(_ fields: [CustomField]) {
    self.fields = fields
    places = Dictionary(fields.enumerated().map { ($1.member, $0) }) { first, _ in first }
  }

  subscript(member: ExactString) -> CustomField? { places[member].map { fields[$0] } }
}

extension Board {
  /// The field with exactly this id.
  package subscript(field id: String) -> CustomField? {
    fieldTable[ExactString(CustomField.prefix + id)]
  }

  /// The field whose values are at a path of a plan; nil for other paths.
  package func field(at path: ElementPath) -> CustomField? {
    switch path {
    case .field(let name), .setMember(let name, _): fieldTable[name]
    case .item, .other: nil
    }
  }

  /// The field that a key names: an id without a meaning of its own, or `custom.ID`.
  package func field(called key: String) -> CustomField? {
    if fields.isEmpty { return nil }
    let key = key.lowercased()
    if key.hasPrefix(CustomField.prefix) {
      return self[field: String(key.dropFirst(CustomField.prefix.count))]
    }
    return CustomField.isReserved(key) ? nil : self[field: key]
  }

  /// The field that a person names where only custom fields can be named: by its id, by
  /// `custom.ID`, or by its title if no other field has the same.
  package func field(named text: String) -> CustomField? {
    let id = text.lowercased()
    if let field = self[field: id] ?? field(called: id) { return field }
    let title = SearchText(text)
    let found = fields.filter { title.equals($0.title) }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a value of a plan is one that a custom field of the board interprets. Other unknown
  /// values are exported as they are.
  func interprets(_ value: JSONValue, at path: ElementPath) -> Bool {
    guard let field = field(at: path) else { return false }
    return field.misfit(value, at: path) == nil
  }
}

// MARK: - Values

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
  /// The path of the value; not of several choices.
  var path: ElementPath { .field(member) }

  /// The path of a member of several choices.
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
    case .number: number(stored).map(CustomValue.number)
    case .day: stored.string.flatMap(CalendarDay.init).map(CustomValue.day)
    case .choice: stored.string.flatMap { place(of: $0) == nil ? nil : .choice($0) }
    case .choices: nil
    case .person: stored.string.flatMap { $0.isEmpty ? nil : .person($0) }
    case .yesNo: stored.bool.map(CustomValue.flag)
    case .url: stored.string.flatMap { Self.isAddress($0) ? .text($0) : nil }
    }
  }

  private func number(_ stored: JSONValue) -> JSONNumber? {
    guard case .number(let number) = stored, Double(number.lexeme)?.isFinite == true else {
      return nil
    }
    return number
  }

  /// Returns what the value at a path of the field would have to be; nil if the value fits.
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

  /// The texts of a plan's values as stored, also those that do not fit; see `misfit`.
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
  /// A string as it is, no value as an empty text, and any other value as JSON on one line.
  fileprivate var word: String {
    if isNull { return "" }
    return string ?? CanonicalJSON.line(of: self)
  }
}

// MARK: - Typed values

extension CustomField {
  /// Returns the stored form of a typed value. Days, people and several choices have forms of their
  /// own, which the caller reads.
  package func stored(_ text: String) throws(InvalidValue) -> JSONValue {
    switch kind {
    case .number:
      guard let number = JSONNumber(text), Double(text)?.isFinite == true else {
        throw invalid(text, "is not a number", hint: "write it like 3, 0.5 or -2")
      }
      return .number(number)
    case .choice, .choices: return .string(try option(text))
    case .yesNo:
      guard let flag = Self.flag(text) else {
        throw invalid(text, "is neither yes nor no", hint: "write yes or no")
      }
      return .bool(flag)
    case .url:
      let text = try Validation.line(text, field: id)
      guard Self.isAddress(text) else {
        throw invalid(text, "is not an address", hint: "write it like https://example.com")
      }
      return .string(text)
    case .text, .day, .person: return .string(try Validation.line(text, field: id))
    }
  }

  /// Returns the option that a typed text means.
  package func option(_ text: String) throws(InvalidValue) -> String {
    let found = options(called: text)
    if found.count == 1 { return found[0] }
    let near = Suggestion.nearest(to: text, in: options).map { "did you mean '\($0.excerpt)'? " }
    throw invalid(
      text, found.isEmpty ? "is not an option" : "means several options",
      hint: "\(near ?? "")the options are \(listedOptions)")
  }

  /// Returns the meaning of `yes`, `no` and similar words; nil for others.
  static func flag(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "yes", "y", "true", "on", "1": true
    case "no", "n", "false", "off", "0": false
    default: nil
    }
  }

  func invalid(_ text: String, _ reason: String, hint: String) -> InvalidValue {
    InvalidValue(field: id, value: text, reason: reason, hint: hint)
  }

  /// Returns the edit that writes a value; null clears the field.
  package func write(_ value: JSONValue) -> Edit { .write(path, value) }

  /// Returns the edits that add and remove options of several choices.
  package func edits(adding added: [String], removing removed: [String]) -> [Edit] {
    added.map { .write(path(of: $0), .bool(true)) } + removed.map { .clear(path(of: $0)) }
  }
}

// MARK: - Definitions

extension Board {
  /// Returns a rank behind all fields of the board.
  package func rankOfNewField(
    using generator: inout some RandomNumberGenerator
  ) -> String {
    Rank.between(fields.last?.rank, nil, using: &generator)
  }
}

extension CustomField {
  /// The most fields that are read of a board.
  package static let most = 200

  /// The most options of a field.
  package static let mostOptions = 200

  /// Reads a definition; nil for an invalid id, or a kind that this version does not know.
  init?(_ id: ExactString, _ record: JSONObject) {
    guard Self.isID(id.text), let kind = record["kind"]?.string.flatMap(Kind.init) else {
      return nil
    }
    self.init(
      id: id.text, title: record["title"]?.string, kind: kind,
      options: record["options"]?.array?.compactMap(\.string) ?? [],
      help: record["help"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      isOnCard: record["card"]?.bool ?? false, rank: record["rank"]?.string ?? "")
  }

  /// Returns options without surrounding spaces. Throws for an option that can't be typed, such as
  /// one with a comma, and for two options that differ only in case and accents.
  package static func validOptions(_ texts: [String]) throws(InvalidValue) -> [String] {
    guard texts.count <= mostOptions else {
      throw InvalidValue(
        field: "option", value: String(texts.count), reason: "are too many options",
        hint: "a field has at most \(mostOptions)")
    }
    var seen: Set<String> = []
    return try texts.map { text throws(InvalidValue) in
      let option = try Validation.line(text, field: "option")
      guard !option.contains(","), let first = option.first, !"+-<>=".contains(first),
        !["none", "any", "*"].contains(option.lowercased())
      else {
        throw InvalidValue(
          field: "option", value: option, reason: "can't be typed as a value",
          hint: "leave out commas, signs at the beginning, and the words none and any")
      }
      guard seen.insert(TextFolding.folded(option).text).inserted else {
        throw InvalidValue(
          field: "option", value: option, reason: "is there twice",
          hint: "options must differ by more than case and accents")
      }
      return option
    }
  }

  /// Returns the edits that write the definition.
  package var definition: [Edit] {
    let path = { (member: String) in PlanList.fields.path(id, member) }
    return [
      .write(path("title"), .string(title)), .write(path("kind"), .string(kind.rawValue)),
      .write(path("options"), options.isEmpty ? .null : .strings(options)),
      .write(path("help"), .optional(help)),
      .write(path("card"), isOnCard ? .bool(true) : .null),
      .write(path("rank"), .string(rank)),
    ]
  }
}
