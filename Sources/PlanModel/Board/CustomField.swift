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

    /// Whether plans can be grouped by the values.
    package var canGroup: Bool { hasOptions || self == .person || self == .yesNo }
  }

  package let id: String
  package let title: String
  package let kind: Kind
  /// The options from the least to the greatest; empty for kinds without options.
  package let options: [String]
  /// What people should enter; nil if the field has no help text.
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

  /// Whether a name in a plan's `fields` or `sets` belongs to a custom field.
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

extension Board {
  /// The field with exactly this id.
  package subscript(field id: String) -> CustomField? {
    field(member: ExactString(CustomField.prefix + id))
  }

  /// The field whose values are at a path of a plan; nil for other paths.
  package func field(at path: ElementPath) -> CustomField? {
    switch path {
    case .field(let name), .setMember(let name, _): field(member: name)
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

  /// The field that a person names where only custom fields are allowed: by its id, by `custom.ID`,
  /// or by its title if no other field has that title.
  package func field(named text: String) -> CustomField? {
    let id = text.lowercased()
    if let field = self[field: id] ?? field(called: id) { return field }
    let title = SearchText(text)
    let found = fields.filter { title.equals($0.title) }
    return found.count == 1 ? found[0] : nil
  }

  /// Whether a custom field of the board interprets a value of a plan. Other unknown values are
  /// exported unchanged.
  func interprets(_ value: JSONValue, at path: ElementPath) -> Bool {
    guard let field = field(at: path) else { return false }
    return field.misfit(value, at: path) == nil
  }
}
