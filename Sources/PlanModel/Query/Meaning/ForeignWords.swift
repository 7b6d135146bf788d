/// Words of other trackers' query languages that pmgit does not know, with what to write instead.
enum ForeignWords {
  /// Returns what to write instead of an unknown key; nil if there is no advice.
  static func advice(forKey key: String) -> String? {
    let key = key.lowercased()
    if key.hasSuffix(".before") || key.hasSuffix(".by") || key.hasSuffix(".under") {
      return "for an earlier time write \(stem(of: key)):<fri"
    }
    if key.hasSuffix(".after") || key.hasSuffix(".over") {
      return "for a later time write \(stem(of: key)):>fri"
    }
    if key.hasSuffix(".is") || key.hasSuffix(".has") || key.hasSuffix(".contains") {
      return "write \(stem(of: key)):VALUE"
    }
    return keys[key]
  }

  private static func stem(of key: String) -> String {
    let name = String(key.prefix { $0 != "." })
    return QueryKey(named: name)?.rawValue ?? name
  }

  private static let order = "for the order write sort:priority,due"
  private static let group = "plans are grouped by labels and parents: label:NAME or parent:ID"
  private static let oneBoard = "a query is about one board; choose it with --board"
  private static let text = "write the words alone to search for them anywhere"
  private static let dates = "the dates ahead are 'start' and 'due': due:<fri"

  private static let keys: [String: String] = [
    "order": order, "orderby": order, "order-by": order, "order by": order, "urgency": order,
    "rank": order, "sortby": order, "sort-by": order,
    "project": group, "initiative": group, "theme": group, "category": group, "type": group,
    "issuetype": group, "module": group,
    "org": oneBoard, "team": oneBoard, "board": oneBoard, "user": oneBoard,
    "workspace": oneBoard, "language": oneBoard,
    "in": "for the title write title:WORD, for the description body:WORD",
    "search": text, "q": text, "query": text, "contains": text, "comment": text,
    "comments": text, "commented": text,
    "involves": "write @NAME for who owns it or is assigned, by:NAME for who changed it last",
    "mentions": "write @NAME for who owns it or is assigned, NAME alone for any text",
    "commenter": "write by:NAME for who changed it last",
    "watcher": "write by:NAME for who changed it last",
    "subscriber": "write by:NAME for who changed it last",
    "resolution": "write is:open or is:closed",
    "statuscategory": "write kind:todo, kind:doing or kind:done",
    "wait": dates, "until": dates, "date": dates,
    "before": "for an earlier time write due:<fri", "after": "for a later time write due:>fri",
    "since": "for changes since then write updated:>=mon",
    "age": "for old plans write created:<4w",
    "archived": "deleted plans are found by is:deleted", "deleted": "write is:deleted",
    "draft": "plans have no drafts; see is:ready", "linked-pr": "for commits write has:commit",
    "pr": "for commits write has:commit", "commit": "for commits write has:commit",
    "commits": "for commits write has:commit", "branch": "for commits write has:commit",
    "sha": "for commits write has:commit", "not": "write a minus before the term: -label:bug",
    "overdue": "write is:overdue", "blocked": "write is:blocked", "open": "write is:open",
    "mine": "write is:mine", "ready": "write is:ready", "conflict": "write is:conflict",
    "subtask": "write child-of:ID or is:child", "subtasks": "write child-of:ID or is:parent",
    "children": "write child-of:ID or is:parent", "child": "write child-of:ID or is:child",
    "page": "write limit:50", "count": "write limit:50", "max": "write limit:50",
    "top": "write limit:50",
    "reason": "write is:closed", "http": "put an address in quotes",
    "https": "put an address in quotes",
  ]

  /// Returns what to write instead of an unknown value of `is:`; nil if there is no advice.
  static func advice(forStatus status: String) -> String? { statuses[status.lowercased()] }

  private static let statuses: [String: String] = [
    "issue": "every plan is one: leave the term out",
    "pr": "for plans with commits write has:commit",
    "pull-request": "for plans with commits write has:commit",
    "merged": "for plans with commits write has:commit",
    "draft": "plans have no drafts; see is:ready",
    "locked": "write is:closed", "archived": "write is:deleted",
    "assigned": "write has:assignee, or has:owner", "owned": "write has:owner",
    "claimed": "write has:owner", "taken": "write has:owner",
    "stale": "write updated:<4w", "old": "write created:<4w", "new": "write created:>=1w",
    "recent": "write updated:>=1w", "today": "write due:today", "tomorrow": "write due:tomorrow",
    "week": "write due:<=eow", "due": "write has:due, due:today or due:<=eow",
    "urgent": "write priority:urgent", "high": "write priority:high",
    "important": "write priority:>=high", "low": "write priority:low",
    "blocking": "for what a plan waits for write blocks:ID",
    "labelled": "write has:label", "labeled": "write has:label", "tagged": "write has:label",
    "estimated": "write has:estimate", "prioritized": "write has:priority",
    "linked": "write has:link", "commented": "write has:comment",
    "active": "write kind:doing", "started": "write kind:doing", "wip": "write kind:doing",
    "in-progress": "write kind:doing", "todo": "write kind:todo", "doing": "write kind:doing",
    "done": "write is:closed, or kind:done", "backlog": "write kind:todo",
    "unstarted": "write kind:todo", "untagged": "write no:label", "unlabeled": "write no:label",
    "unlabelled": "write no:label", "unestimated": "write no:estimate",
    "visible": "every plan is shown unless it was deleted: leave the term out",
  ]

  /// Returns what to write instead of a word from another query language, such as `due<fri`,
  /// `label=bug`, `!done` or `||`; nil if there is no advice.
  static func advice(forWord word: String) -> String? {
    switch word {
    case "||", "|": return "for either of two terms write OR"
    case "&&", "&": return "terms side by side must all match: leave it out"
    case "!", "!=", "=", "==", "~", "!~", "<", ">", "<=", ">=":
      return "write a key, a colon and its value without spaces: label:bug, -label:bug, due:<fri"
    default: break
    }
    if word.first == "!" {
      return "to leave out what matches, write a minus: -\(word.dropFirst())"
    }
    return comparison(word)
  }

  /// Returns the advice for `key=value`, `key<value` and so on; nil if the word has no known key.
  private static func comparison(_ word: String) -> String? {
    guard let sign = word.firstIndex(where: { "=<>!~".contains($0) }),
      let key = QueryKey(named: String(word[..<sign]))
    else { return nil }
    let signs = word[sign...].prefix { "=<>!~".contains($0) }
    let value = word[sign...].dropFirst(signs.count)
    let shown = value.isEmpty ? "VALUE" : String(value)
    switch signs {
    case "!=", "!~", "<>": return "write -\(key.rawValue):\(shown)"
    case "=", "==", "~": return "write \(key.rawValue):\(shown)"
    default: return "write \(key.rawValue):\(signs)\(shown)"
    }
  }
}
