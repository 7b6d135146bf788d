/// The key of a query term, before the colon.
enum QueryKey: Hashable {
  case `is`, no, has
  case state, kind, label, assignee
  case property(PlanField)
  case created, updated, moved, claimed, closed
  case spent
  case by, createdBy
  case parent, childOf, blocks, blockedBy
  case link, repository, id, alias, title, body
  case view, sort, limit

  static let owner = QueryKey.property(.owner)

  /// All keys, in the order of the help.
  static let allCases = rows.map(\.key)

  /// Returns the key with a name, including names of other trackers.
  init?(named name: String) {
    let name = name.lowercased()
    guard let key = Self.byName[name] ?? Self.otherNames[name] else { return nil }
    self = key
  }

  var rawValue: String { row.name }
  var example: String { row.example }
  var meaning: String { row.meaning }

  /// Whether a term with the key determines whether finished plans are listed. Such terms name
  /// columns, finishing times or single plans. A view does so if its query does.
  var asksForFinished: Bool {
    [.state, .kind, .closed, .id, .alias].contains(self)
  }

  /// Whether no value of the key can name a person.
  var namesNobody: Bool {
    switch self {
    case .state, .kind, .label, .created, .updated, .moved, .claimed, .closed, .spent, .repository,
      .id, .alias, .title, .body, .view, .sort, .limit:
      true
    case .property(let field): field.property?.kind != .person
    default: false
    }
  }

  /// Names of the same keys in GitHub, Jira, Linear, Taskwarrior and other trackers.
  static let otherNames: [String: QueryKey] = [
    "status": .state, "column": .state, "col": .state, "list": .state, "lane": .state,
    "labels": .label, "tag": .label, "tags": .label, "component": .label, "components": .label,
    "repository": .repository,
    "assigned": .assignee, "assignees": .assignee, "assigned-to": .assignee, "assign": .assignee,
    "entry": .created, "added": .created, "modified": .updated, "changed": .updated,
    "resolved": .closed, "completed": .closed, "finished": .closed, "done": .closed,
    "end": .closed, "started": .claimed, "taken": .claimed,
    "author": .createdBy, "creator": .createdBy, "reporter": .createdBy, "from": .createdBy,
    "updated-by": .by, "changed-by": .by, "updatedby": .by, "createdby": .createdBy,
    "epic": .parent, "childof": .childOf, "parent-of": .parent,
    "depends": .blockedBy, "depends-on": .blockedBy, "dependson": .blockedBy,
    "blocking": .blocks, "blockedby": .blockedBy, "key": .id, "uuid": .id,
    "links": .link, "linked": .link, "aliases": .alias, "name": .title, "summary": .title,
    "description": .body, "desc": .body, "text": .body, "content": .body,
    "without": .no, "missing": .no, "filter": .view,
  ].merging(
    PlanProperty.all.flatMap { row in row.otherNames.map { ($0, .property(row.field)) } }
  ) { known, _ in known }

  // MARK: - Rows

  private struct Row: Sendable {
    let key: QueryKey
    let name: String
    let example: String
    let meaning: String

    init(_ key: QueryKey, _ name: String, _ example: String, _ meaning: String) {
      (self.key, self.name, self.example, self.meaning) = (key, name, example, meaning)
    }

    init(_ property: PlanProperty) {
      self.init(.property(property.field), property.name, property.example, property.meaning)
    }
  }

  private static let byName = Dictionary(uniqueKeysWithValues: rows.map { ($0.name, $0.key) })
  private static let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0) })

  private var row: Row {
    guard let row = Self.byKey[self] else { preconditionFailure("no row for \(self)") }
    return row
  }

  private static let rows: [Row] = beforeProperties + PlanProperty.all.map(Row.init) + others

  private static let beforeProperties = [
    Row(.is, "is", "is:ready", listed(QueryStatus.allCases.map(\.rawValue))),
    Row(.no, "no", "no:assignee", "without it; the values are those of 'has'"),
    Row(.has, "has", "has:checklist", listed(QueryFeature.allCases.map(\.rawValue))),
    Row(.state, "state", "state:doing", "in the column with that id or title"),
    Row(
      .kind, "kind", "kind:todo",
      "in a column of that kind: \(listed(Column.Kind.allCases.map(\.rawValue)))"),
    Row(.label, "label", "label:bug,ui", "with one of these labels; #bug is short for label:bug"),
    Row(
      .assignee, "assignee", "assignee:@me",
      "assigned to them: a name, a part of it, an address, @me, none or any"),
  ]

  private static let others = [
    Row(
      .created, "created", "created:2026-11-01..2026-11-30",
      "when it was created: a past day or time, written as for 'due'"),
    Row(
      .updated, "updated", "updated:>=mon",
      "when it was last changed; mon is last Monday, <2w is longer ago than 2 weeks"),
    Row(.moved, "moved", "moved:<2w", "when it entered its column, if it was moved there"),
    Row(.claimed, "claimed", "claimed:<2d", "when its owner was set"),
    Row(.closed, "closed", "closed:>=1w", "when it entered a column of kind done"),
    Row(
      .spent, "spent", "spent:>2h",
      "by the time that was spent, with <, <=, >, >=, as a range A..B; none, any"),
    Row(.by, "by", "by:@me", "last changed by them; agent for any agent"),
    Row(.createdBy, "created-by", "created-by:dev", "created by them"),
    Row(.parent, "parent", "parent:k7m2", "below that plan, at any depth; none, any"),
    Row(.childOf, "child-of", "child-of:k7m2", "direct children of that plan"),
    Row(.blocks, "blocks", "blocks:k7m2", "plans that block that plan"),
    Row(.blockedBy, "blocked-by", "blocked-by:k7m2", "plans that wait for that plan"),
    Row(.link, "link", "link:relates:k7m2", "with such a link to the plan with that id or alias"),
    Row(.repository, "repo", "repo:app", "with a commit of that repository of the code"),
    Row(.id, "id", "id:k7m2", "with an id that begins like that; a whole id needs no key"),
    Row(
      .alias, "alias", "alias:github:me/it#12",
      "with that id in another tracker; ~text for a part of it"),
    Row(.title, "title", "title:login", "with that text in the title"),
    Row(.body, "body", "body:iPad", "with that text in the description"),
    Row(.view, "view", "view:week", "plans that a saved query finds; see 'pmgit help config'"),
    Row(
      .sort, "sort", "sort:priority,due",
      "in this order, or with - in the reverse one: \(listed(QuerySort.names))"),
    Row(.limit, "limit", "limit:10", "at most that many plans"),
  ]

  private static func listed(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}

extension PlanProperty {
  /// The help text of a query term with the property.
  fileprivate var meaning: String {
    if field == .owner { return "owned by them; @dev is short for owned by or assigned to dev" }
    return switch kind {
    case .phase:
      phaseKind == .milestone
        ? "in the milestone with that name or title; none, any"
        : "in the iteration with that name or title: current, next, previous; none, any"
    case .day: "a day, with <, <=, >, >=, as a range A..B; none, any"
    case .number: "a number, with <, <=, >, >=, as a range A..B; none, any"
    case .person: "a name, a part of it, an address, @me, none or any"
    case .moment: "by the time that is left, with <, >, as a range A..B; <0m is over; none, any"
    case .repetition: "daily, weekly, monthly, yearly, a rule in quotes; none, any"
    case .priority:
      "\(Priority.allCases.map(\.rawValue).joined(separator: ", ")), none, any; with <, <=, >, >="
    }
  }
}

// MARK: - Values of keys

/// A value of `is:`: a property that a plan has or lacks.
enum QueryStatus: String, CaseIterable {
  /// `open`: in a column of kind `todo` or `doing`. `closed`: in a column of kind `done`.
  case open, closed
  /// The plan can be started; see `QueryContext.isReady`.
  case ready
  case blocked
  case overdue
  /// `mine`: owned by or assigned to the person who asks. `unassigned`: no assignees, and no owner
  /// or one whose lease is over.
  case mine, unassigned
  /// `leased`: claimed until a moment that has not come. `expired`: the claim has ended.
  case leased, expired
  /// `parent`: has children. `child`: has a parent.
  case parent, child
  case conflict
  case deleted, any

  /// Returns the status with a name, including names of other trackers.
  init?(named name: String) {
    let name = name.lowercased()
    guard let status = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = status
  }

  /// Whether the status determines whether finished plans are listed.
  var asksForFinished: Bool { [.open, .closed, .deleted, .any].contains(self) }

  private static let otherNames: [String: QueryStatus] = [
    "pending": .open, "unresolved": .open, "opened": .open, "incomplete": .open,
    "resolved": .closed, "completed": .closed, "complete": .closed, "finished": .closed,
    "available": .ready, "unblocked": .ready, "actionable": .ready,
    "waiting": .blocked, "late": .overdue, "me": .mine, "my": .mine,
    "unowned": .unassigned, "free": .unassigned, "all": .any, "removed": .deleted,
    "conflicted": .conflict, "conflicts": .conflict, "subtask": .child,
  ]
}

/// A value of `has:`: an optional field, a set, a list, or a relation.
enum QueryFeature: Hashable {
  case field(PlanField)
  case set(PlanSet)
  case checklist, comment, commit, conflict, file
  /// Time was spent on the plan.
  case time
  /// The plan has a parent, a child or a blocker.
  case parent, child, blocker

  func isPresent(in plan: Plan, _ relations: PlanRelations) -> Bool {
    switch self {
    case .field(let field): field.isPresent(in: plan)
    case .set(let set): !set.isEmpty(in: plan)
    case .checklist: plan.outline.checklist != nil
    case .comment: !plan.outline.commentAuthors.isEmpty
    case .time: plan.outline.hasTime
    case .commit: !plan.commits.isEmpty
    case .conflict: !plan.conflicts.isEmpty
    case .file: plan.outline.hasFiles
    case .parent: !relations.parents(of: plan.id).isEmpty
    case .child: !relations.children(of: plan.id).isEmpty
    case .blocker: !relations.blockers(of: plan.id).isEmpty
    }
  }

  /// Parses a lowercase name in singular or plural, including names of other trackers; nil for an
  /// unknown name.
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
    "attachment": "file", "image": "file", "screenshot": "file",
  ]
}

extension QueryFeature: RawRepresentable, CaseIterable {
  /// All features, sorted by name.
  static let allCases =
    (PlanField.allCases.filter(\.isOptional).map(Self.field) + PlanSet.allCases.map(Self.set)
    + [.checklist, .comment, .commit, .conflict, .time, .file, .parent, .child, .blocker])
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
    case .time: "time"
    case .commit: "commit"
    case .conflict: "conflict"
    case .file: "file"
    case .parent: "parent"
    case .child: "child"
    case .blocker: "blocker"
    }
  }
}

/// A past time of a plan that queries can use.
enum PlanTime: String, CaseIterable, Sendable {
  case created
  /// The last change.
  case updated
  /// The entry into the current column, if the plan was moved there.
  case moved
  /// The time when the current owner was set.
  case claimed
  /// The entry into the current column if that is of kind `done`; the creation if the plan was
  /// added there.
  case closed

  func time(of plan: Plan, board: Board) -> Timestamp? {
    switch self {
    case .created: plan.created?.at
    case .updated: plan.updated
    case .moved: plan.stateSince
    case .claimed: plan.ownerSince
    case .closed:
      board.kind(of: plan.state) == .done ? plan.stateSince ?? plan.created?.at : nil
    }
  }
}
