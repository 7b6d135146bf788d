/// The word before the colon of a term.
enum QueryKey: String, CaseIterable {
  case state, kind, label, assignee, owner, priority, due, created, updated, overdue, has
  case `is`, link, id, alias, title, body, sort, limit

  var example: String {
    switch self {
    case .state: "state:doing"
    case .kind: "kind:todo"
    case .label: "label:bug,ui"
    case .assignee: "assignee:@me"
    case .owner: "owner:dev"
    case .priority: "priority:>=high"
    case .due: "due:<+1w"
    case .created: "created:2026-11-01..2026-11-30"
    case .updated: "updated:>=yesterday"
    case .overdue: "overdue:yes"
    case .has: "has:conflict"
    case .is: "is:blocked"
    case .link: "link:blocked-by:k7m2"
    case .id: "id:k7m2"
    case .alias: "alias:github:me/it#12"
    case .title: "title:login"
    case .body: "body:iPad"
    case .sort: "sort:due,-priority"
    case .limit: "limit:10"
    }
  }

  var meaning: String {
    switch self {
    case .state: "in the column with that id or title"
    case .kind: "in a column of that kind: \(Self.listed(Column.Kind.allCases.map(\.rawValue)))"
    case .label: "with one of these labels"
    case .assignee: "assigned to the person with that name or address; @me, none, any"
    case .owner: "owned by the person with that name or address; @me, none, any"
    case .priority:
      "\(Priority.allCases.map(\.rawValue).joined(separator: ", ")), none, any; with <, <=, >, >="
    case .due: "a day, with <, <=, >, >=, as a range A..B; none, any"
    case .created: "the day when the plan was made, written as for 'due'"
    case .updated: "the day of the last change, written as for 'due'"
    case .overdue: "due before today and not done: yes or no"
    case .has: Self.listed(QueryFeature.allCases.map(\.rawValue))
    case .is: "blocked (by a plan that is not done), deleted, or any (deleted ones too)"
    case .link: "linked in that way, to the plan with that id or alias"
    case .id: "with an id that begins so"
    case .alias: "with that id elsewhere; ~text for a part of one"
    case .title: "with that text in the title"
    case .body: "with that text in the description"
    case .sort: "in this order, or with - in the reverse one: \(Self.listed(QuerySort.names))"
    case .limit: "no more than so many"
    }
  }

  static func listed(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
