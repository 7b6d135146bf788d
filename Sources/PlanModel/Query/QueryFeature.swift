/// The value of `has:`: an optional field, or a set or list that may be empty.
enum QueryFeature: Hashable {
  case field(PlanField)
  case set(PlanSet)
  case checklist, comments, conflict

  func isPresent(in plan: Plan) -> Bool {
    switch self {
    case .field(let field): field.isPresent(in: plan)
    case .set(let set): !set.isEmpty(in: plan)
    case .checklist: !plan.checklist.isEmpty
    case .comments: !plan.comments.isEmpty
    case .conflict: !plan.conflicts.isEmpty
    }
  }

  /// Reads a name in the singular or the plural.
  init?(named name: String) {
    let endings = name.hasSuffix("es") ? ["es", "s"] : name.hasSuffix("s") ? ["s"] : []
    let names = [name, name + "s"] + endings.map { String(name.dropLast($0.count)) }
    guard let feature = names.lazy.compactMap({ Self(rawValue: $0) }).first else { return nil }
    self = feature
  }
}

extension QueryFeature: RawRepresentable, CaseIterable {
  /// The features in the order of their names.
  static let allCases =
    (PlanField.allCases.filter(\.isOptional).map(Self.field) + PlanSet.allCases.map(Self.set)
    + [.checklist, .comments, .conflict]).sorted { $0.rawValue < $1.rawValue }

  init?(rawValue: String) {
    guard let feature = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = feature
  }

  /// The name in the singular.
  var rawValue: String {
    switch self {
    case .field(let field): field.rawValue
    case .set(let set): set.memberName
    case .checklist: "checklist"
    case .comments: "comments"
    case .conflict: "conflict"
    }
  }
}
