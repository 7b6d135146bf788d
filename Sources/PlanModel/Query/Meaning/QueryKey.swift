/// The word before the colon of a term.
enum QueryKey: String, CaseIterable {
  case `is`, no, has
  case state, kind, label, assignee, owner, priority, estimate
  case due, created, updated, moved, claimed, closed
  case by
  case createdBy = "created-by"
  case parent
  case childOf = "child-of"
  case blocks
  case blockedBy = "blocked-by"
  case link, id, alias, title, body
  case view, sort, limit

  /// Returns the key of that name, or of one that other trackers have for it.
  init?(named name: String) {
    let name = name.lowercased()
    guard let key = Self(rawValue: name) ?? Self.otherNames[name] else { return nil }
    self = key
  }

  /// Names for the same thing, in GitHub, Jira, Linear, Taskwarrior and elsewhere.
  static let otherNames: [String: QueryKey] = [
    "status": .state, "column": .state, "col": .state, "list": .state, "lane": .state,
    "labels": .label, "tag": .label, "tags": .label, "component": .label, "components": .label,
    "assigned": .assignee, "assignees": .assignee, "assigned-to": .assignee, "assign": .assignee,
    "lead": .owner, "prio": .priority, "pri": .priority, "p": .priority,
    "points": .estimate, "size": .estimate, "effort": .estimate, "story-points": .estimate,
    "deadline": .due, "duedate": .due, "due-date": .due,
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
  ]

  /// Whether a term with the key says if finished plans are wanted: it asks for columns, for the time of finishing, or for
  /// single plans, or it is a view, which is taken at its word.
  var asksForFinished: Bool {
    [.state, .kind, .closed, .id, .alias, .view].contains(self)
  }

  var example: String {
    switch self {
    case .is: "is:ready"
    case .no: "no:assignee"
    case .has: "has:checklist"
    case .state: "state:doing"
    case .kind: "kind:todo"
    case .label: "label:bug,ui"
    case .assignee: "assignee:@me"
    case .owner: "owner:dev"
    case .priority: "priority:>=high"
    case .estimate: "estimate:>=3"
    case .due: "due:<+1w"
    case .created: "created:2026-11-01..2026-11-30"
    case .updated: "updated:>=mon"
    case .moved: "moved:<2w"
    case .claimed: "claimed:<2d"
    case .closed: "closed:>=1w"
    case .by: "by:@me"
    case .createdBy: "created-by:dev"
    case .parent: "parent:k7m2"
    case .childOf: "child-of:k7m2"
    case .blocks: "blocks:k7m2"
    case .blockedBy: "blocked-by:k7m2"
    case .link: "link:relates:k7m2"
    case .id: "id:k7m2"
    case .alias: "alias:github:me/it#12"
    case .title: "title:login"
    case .body: "body:iPad"
    case .view: "view:week"
    case .sort: "sort:priority,due"
    case .limit: "limit:10"
    }
  }

  var meaning: String {
    switch self {
    case .is: Self.listed(QueryStatus.allCases.map(\.rawValue))
    case .no: "without it; names are those of 'has'"
    case .has: Self.listed(QueryFeature.allCases.map(\.rawValue))
    case .state: "in the column with that id or title"
    case .kind: "in a column of that kind: \(Self.listed(Column.Kind.allCases.map(\.rawValue)))"
    case .label: "with one of these labels; #bug is short for label:bug"
    case .assignee: "assigned to them: a name, a part of it, an address, @me, none or any"
    case .owner: "owned by them; @dev is short for owned by or assigned to dev"
    case .priority:
      "\(Priority.allCases.map(\.rawValue).joined(separator: ", ")), none, any; with <, <=, >, >="
    case .estimate: "a number, with <, <=, >, >=, as a range A..B; none, any"
    case .due: "a day, with <, <=, >, >=, as a range A..B; none, any"
    case .created: "when it was made: a day or time of the past, written as for 'due'"
    case .updated: "when it was last changed; mon is last Monday, <2w is longer ago than 2 weeks"
    case .moved: "when it came into its column, if it was moved there"
    case .claimed: "when its owner was set"
    case .closed: "when it came into a column of kind done"
    case .by: "last changed by them"
    case .createdBy: "made by them"
    case .parent: "below that plan, at any depth; none, any"
    case .childOf: "right below that plan"
    case .blocks: "what that plan waits for"
    case .blockedBy: "what waits for that plan"
    case .link: "linked in that way, to the plan with that id or alias"
    case .id: "with an id that begins so; a whole id needs no key"
    case .alias: "with that id elsewhere; ~text for a part of one"
    case .title: "with that text in the title"
    case .body: "with that text in the description"
    case .view: "what a saved query finds; see 'pmgit help config'"
    case .sort: "in this order, or with - in the reverse one: \(Self.listed(QuerySort.names))"
    case .limit: "no more than so many"
    }
  }

  static func listed(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
