/// A value of `has:`: an optional field, a set, a list, or a relation.
enum QueryFeature: Hashable {
  case field(PlanField)
  case set(PlanSet)
  case checklist, comment, commit, conflict
  /// The plan has a parent, a child or a blocker.
  case parent, child, blocker

  func isPresent(in plan: Plan, _ relations: PlanRelations) -> Bool {
    switch self {
    case .field(let field): field.isPresent(in: plan)
    case .set(let set): !set.isEmpty(in: plan)
    case .checklist: !plan.checklist.isEmpty
    case .comment: !plan.comments.isEmpty
    case .commit: !plan.commits.isEmpty
    case .conflict: !plan.conflicts.isEmpty
    case .parent: !relations.parents(of: plan.id).isEmpty
    case .child: !relations.children(of: plan.id).isEmpty
    case .blocker: !relations.blockers(of: plan.id).isEmpty
    }
  }

  /// Parses a name in singular or plural, including names of other trackers.
  init?(named name: String) {
    let endings = name.hasSuffix("es") ? ["es", "s"] : name.hasSuffix("s") ? ["s"] : []
    let names = [name] + endings.map { String(name.dropLast($0.count)) }
    let known = names.lazy.map { name in
      if let name = Self.otherNames[name] { return name }
      guard case .property(let field)? = QueryKey(named: name) else { return name }
      return field.rawValue
    }
    guard let feature = known.compactMap({ Self(rawValue: $0) }).first else { return nil }
    self = feature
  }

  private static let otherNames = [
    "description": "body", "desc": "body", "tag": "label",
    "subtask": "child", "children": "child", "todo": "checklist", "task": "checklist",
    "point": "estimate", "epic": "parent",
    "dependency": "blocker", "dependencies": "blocker", "depends": "blocker",
    "assigned": "assignee", "branch": "commit", "pr": "commit",
  ]
}

extension QueryFeature: RawRepresentable, CaseIterable {
  /// All features, sorted by name.
  static let allCases =
    (PlanField.allCases.filter(\.isOptional).map(Self.field) + PlanSet.allCases.map(Self.set)
    + [.checklist, .comment, .commit, .conflict, .parent, .child, .blocker])
    .sorted { $0.rawValue < $1.rawValue }

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
    case .comment: "comment"
    case .commit: "commit"
    case .conflict: "conflict"
    case .parent: "parent"
    case .child: "child"
    case .blocker: "blocker"
    }
  }
}
