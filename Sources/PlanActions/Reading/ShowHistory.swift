package import PlanModel
import PlanStore
package import PlanView

/// A request for the changes of a board.
package struct ShowHistory: Sendable {
  /// Beginnings of plans' ids, aliases, or the words of a query. Empty for all changes. A term
  /// `by:` of the query selects changes, like the author of the filter.
  package let words: [String]
  package let filter: HistoryFilter
  /// The most commits; nil for all.
  package let limit: Int?
  /// The largest number of plans that are read in one commit; nil for all. See
  /// `HistoryPart.mostPlans`.
  package var mostPlans: Int?

  package init(_ words: [String] = [], filter: HistoryFilter = HistoryFilter(), limit: Int? = nil) {
    (self.words, self.filter, self.limit) = (words, filter, limit)
  }
}

/// The changes of a board, newest first.
package struct HistoryShown {
  /// The board; if the request needed plans, with the files that could not be read.
  package let shown: ShownBoard
  /// The changes; empty in the result of `eachPart`.
  package fileprivate(set) var entries: [TimelineEntry] = []
  /// Notices about terms of the query that may not mean what was intended.
  package let notices: [Notice]
}

/// Counts the commits of a history that are dated in the future, as after a wrong clock. Later
/// commits are dated after them, also those of right clocks.
private struct FutureCommits {
  let now: Timestamp
  private var count = 0
  private var last: CommitID?

  /// How far clocks may differ, in seconds.
  private static let tolerance: Int64 = 60

  init(now: Timestamp) { self.now = now }

  mutating func note(_ entry: TimelineEntry) {
    guard let at = entry.at, at.seconds - now.seconds > Self.tolerance, entry.commit != last else {
      return
    }
    count += 1
    last = entry.commit
  }

  var notices: [Notice] {
    if count == 0 { return [] }
    let commits = CountWords.words(count, "commit")
    return [
      Notice.note(
        "\(commits) \(count == 1 ? "is" : "are") dated in the future, because a clock was ahead "
          + "then or is behind now")
    ]
  }
}

extension Workspace {
  package func history(_ request: ShowHistory) throws -> HistoryShown {
    var entries: [TimelineEntry] = []
    var found = try eachPart(of: request) { entries += $0 }
    found.entries = entries
    return found
  }

  /// Visits the changes in parts, because one commit may have millions of them. Each part has
  /// changes of one commit.
  ///
  /// - Returns: The history without its entries.
  package func eachPart(
    of request: ShowHistory, _ visit: ([TimelineEntry]) -> Void
  ) throws -> HistoryShown {
    var shown = try board()
    var notices: [Notice] = []
    var (words, filter) = (request.words, request.filter)
    if filter.author == nil, let found = Query.withoutChanger(words.joined(separator: " ")) {
      (filter.author, words) = (found.changer, [found.rest])
    }
    let subject = try subject(words, in: &shown, &notices)
    var part = try part(filter)
    part.mostPlans = request.mostPlans
    var future = FutureCommits(now: now)
    try shown.snapshot.eachPart(of: subject, limit: request.limit, part: part) {
      let entries = TimelineEntry.entries($0)
      entries.forEach { future.note($0) }
      visit(entries)
    }
    notices += future.notices
    return HistoryShown(shown: shown, notices: notices)
  }

  /// Returns a function that visits the last changes of a plan, newest first, at most `limit`.
  ///
  /// For many plans this is faster than a request for each, or than one request for all.
  package func eachChange(
    ofEach plans: some Sequence<PlanID>, limit: Int
  ) throws -> (PlanID, (TimelineEntry) -> Void) throws -> Void {
    let histories = try board().snapshot.histories(of: Set(plans))
    return { plan, visit in
      try histories.eachEntry(of: plan, limit: limit) { visit(TimelineEntry($0)) }
    }
  }

  private func subject(
    _ words: [String], in shown: inout ShownBoard, _ notices: inout [Notice]
  ) throws -> HistorySubject {
    let text = words.joined(separator: " ")
    if Query.isEmpty(text) { return .board }
    if let plans = try plans(called: words, in: shown.snapshot) {
      return plans.count == 1 ? .plan(plans[0]) : .plans(Set(plans))
    }
    let contents = try contents(of: shown, answering: text)
    shown = contents.shown
    let query = try query(text, in: contents)
    notices = query.notes.map(Notice.init)
    let wanted = Set(query.select(from: contents.plans).map(\.id))
    if wanted.isEmpty, words.count == 1, PlanID.normalizedPrefix(text) != nil {
      throw Problem(unknown: text, lacking: shown.missing.plans)
    }
    return .plans(wanted)
  }

  /// Returns the plans that the words name; nil if the words are a query.
  ///
  /// - Throws: `Problem` if some of several words name plans and others do not.
  private func plans(called words: [String], in snapshot: BoardSnapshot) throws -> [PlanID]? {
    if words.count == 1 {
      return try names(words[0], in: snapshot) ? [snapshot.resolve(words[0])] : nil
    }
    let named = try words.filter { try $0.count >= Self.shortestID && names($0, in: snapshot) }
    if named.isEmpty { return nil }
    if let other = words.first(where: { !named.contains($0) }) {
      var problem = Problem(StoreError.unknownPlan(typed: other))
      problem.hints.append("to search for plans with these words, write them as one argument")
      throw problem
    }
    return try words.map { try snapshot.resolve($0) }
  }

  /// The fewest characters with which one of several words can be an id or an alias. A shorter word
  /// is more likely an ordinary one.
  private static let shortestID = 4

  /// Whether a plan's id begins with the word, or a plan has it as an alias.
  private func names(_ word: String, in snapshot: BoardSnapshot) throws -> Bool {
    if try !snapshot.ids(beginningWith: word).isEmpty { return true }
    return try !snapshot.aliases(among: [word]).plans(called: word).isEmpty
  }
}

extension TimelineEntry {
  init(_ entry: HistoryEntry) { self.init(entry, in: CommitID(entry.commit)) }

  /// Converts the entries of one commit.
  static func entries(_ entries: [HistoryEntry]) -> [TimelineEntry] {
    guard let commit = entries.first.map({ CommitID($0.commit) }) else { return [] }
    return entries.map { TimelineEntry($0, in: commit) }
  }

  private init(_ entry: HistoryEntry, in commit: CommitID) {
    self.init(
      commit: commit, at: entry.at, author: entry.by, agent: entry.agent,
      isUndo: entry.isUndo, plan: entry.plan, planTitle: entry.title,
      changes: entry.changes, others: entry.others)
  }
}

extension Problem {
  /// Creates the problem of an unknown name; the detail lists files that could not be read.
  fileprivate init(unknown name: String, lacking files: [BrokenFile]) {
    self.init(StoreError.unknownPlan(typed: name))
    guard !files.isEmpty else { return }
    detail += files.prefix(BrokenFile.mostExplained).map {
      "'\($0.path)' can't be read: \($0.reason)"
    }
    hints.append("see what happened and how to fix it with \(pmgit: "status")")
  }
}

/// The requested part of a history, as people type it; nil and empty members don't restrict it.
package struct HistoryFilter: Sendable {
  /// A moment or a day; a day means its first moment for `since`, and its last one for `until`.
  package var since: String?
  package var until: String?
  /// A name, a part of a name, an address, `me`, or `agent` for all agents. `@agent` means a person
  /// called agent.
  package var author: String?
  /// The names of fields: `state`, `labels`, `due`.
  package var fields: [String] = []

  package init() {}
}

extension Workspace {
  /// Converts a typed filter to the part of a history that it selects.
  func part(_ filter: HistoryFilter) throws -> HistoryPart {
    let time = try participant.time(since: filter.since, until: filter.until)
    var part = HistoryPart()
    part.fields = try Set(filter.fields.map { try HistoryFilter.fieldName($0, on: board().board) })
    if time.since != nil || time.until != nil {
      part.period = HistoryPeriod(since: time.since, until: time.until, now: now)
    }
    if filter.author?.lowercased() == Agent.anyWord {
      part.isByAgents = true
    } else if let author = filter.author {
      part.isWantedAuthor = try authorTest(author)
    }
    return part
  }

  /// Returns a function that tests whether a commit's author matches a name. Fails if no known
  /// person matches the name.
  private func authorTest(_ name: String) throws -> (String) -> Bool {
    let snapshot = try store.snapshot()
    let authors =
      try snapshot.board.people(on: snapshot.plans(withTexts: false).plans) + commitAuthors()
    let me = try me()
    let index = try peopleIndex([me?.formatted].compactMap(\.self) + authors)
    let wanted = try index.find(name, as: me)
    guard !wanted.isEmpty else {
      throw Problem.usage(
        "nobody called '\(name.excerpt)' has changed the board",
        hints: ["see who is on its plans with \(pmgit: "people")"])
    }
    let people = Set(wanted)
    return { author in index.index(of: author).map { people.contains(index.people[$0]) } ?? false }
  }
}

extension HistoryFilter {
  /// The names of fields in a history.
  static let fieldNames =
    PlanField.allCases.map(\.rawValue) + PlanSet.allCases.map(\.rawValue)
    + ["checklist", "comments", "time", "files", "columns", "views", "fields"]

  /// The names of fields in other trackers, in lower case.
  static let otherFieldNames = [
    "status": "state", "column": "state", "tag": "labels", "tags": "labels",
    "assigned": "assignees",
    "attachments": "files", "description": "body", "position": "rank", "link": "links",
  ]

  /// Returns the field for a typed name, which may be singular or another tracker's name.
  static func fieldName(_ typed: String, on board: Board) throws -> String {
    let word = typed.lowercased()
    if let field = board.field(called: word) { return CustomField.prefix + field.id }
    if word.hasPrefix(CustomField.prefix) { return word }
    let known = otherFieldNames[word] ?? word
    for name in [known, known + "s", known + "es"] where fieldNames.contains(name) { return name }
    throw Problem.usage(
      "'\(typed.excerpt)' is not a field",
      hints: Hint.didYouMean(word, among: fieldNames)
        + ["the fields are \((fieldNames + board.fields.map(\.key)).joined(separator: ", "))"])
  }
}
