import Git
import PlanIndex
package import PlanModel

/// The changes of one commit to one plan, or to the board's settings.
package struct HistoryEntry: Sendable {
  package let commit: ObjectID
  package let at: Timestamp
  /// The author of the commit, `Name <email>`.
  package let by: String
  /// The agent that made the change; nil for a person.
  package let agent: Agent?
  /// Whether the commit's trailers name a commit that it undoes.
  package let isUndo: Bool
  /// The changed plan; nil for the board's settings.
  package let plan: PlanID?
  /// The title of the plan, or of the board, after the change; empty if there is no title.
  package let title: String
  /// Whether the commit created the plan.
  package let isCreation: Bool
  /// The paths whose shown value changed, or whose conflict was decided or reopened; sorted.
  package let changes: [FieldChange]
  /// The number of other plans that the commit changed and that were not read; see
  /// `HistoryPart.mostPlans`.
  package var others = 0
}

/// A filter for the entries of a history.
package struct HistoryPart {
  /// Returns whether commits of an author, `Name <email>`, are included.
  package var isWantedAuthor: (String) -> Bool = { _ in true }
  /// Whether only commits by agents are included.
  package var isByAgents = false
  /// The period in which the commits were made; nil for all.
  package var period: HistoryPeriod?
  /// The names of fields and lists, as `ElementPath.fieldOrList` returns them; empty for all.
  package var fields: Set<String> = []

  /// The most entries of one commit; nil for all. It is ignored if only some fields are included,
  /// because then every file must be read to know whether it has an entry.
  package var mostPlans: Int?

  /// The most entries of one commit: `mostPlans` if it applies.
  fileprivate var mostTouches: Int { fields.isEmpty ? mostPlans ?? .max : .max }

  /// Creates a filter that includes everything.
  package init() {}

  package func isWanted(_ path: ElementPath) -> Bool {
    fields.isEmpty || fields.contains(path.fieldOrList)
  }

  /// Whether a commit's change of a file may concern an included field; true if the changed fields
  /// are unknown.
  fileprivate func isWanted(_ touch: Touch) -> Bool {
    fields.isEmpty || touch.detail.map { !fields.isDisjoint(with: $0.fields) } ?? true
  }
}

/// A period of a history. A commit belongs to it if its corrected time does; see `CommitTimes`.
package struct HistoryPeriod: Sendable {
  /// The first moment; nil for the beginning of the history.
  package let since: Timestamp?
  /// The last moment; nil for the end of the history.
  package let until: Timestamp?
  /// The time of the reader's clock. No commit counts as made after it.
  package let now: Timestamp

  package init(since: Timestamp?, until: Timestamp?, now: Timestamp) {
    (self.since, self.until, self.now) = (since, until, now)
  }
}

/// The commits of a history that count as made in a period; see `CommitTimes`.
private struct PeriodCommits {
  /// The commits since the period's beginning; nil for all.
  private let since: Set<ObjectID>?
  private let tooLate: Set<ObjectID>

  init(_ period: HistoryPeriod?, of tip: ObjectID, in store: BoardStore) throws {
    let later = { (moment: Timestamp?) -> Set<ObjectID>? in
      guard let moment, let period else { return nil }
      return try store.commits(after: moment, at: period.now, of: tip).commits
    }
    since = try later(period?.since.map { Timestamp(milliseconds: $0.milliseconds - 1) })
    tooLate = try later(period?.until) ?? []
  }

  func contains(_ commit: ObjectID) -> Bool {
    !tooLate.contains(commit) && since?.contains(commit) ?? true
  }
}

extension BoardSnapshot {
  /// Returns the changes of the board, newest first. Merges are left out, because their changes
  /// were made in other commits. The two first commits of every board are left out too.
  ///
  /// - Parameters:
  ///   - limit: The most commits with entries; nil for all.
  ///   - part: The filter for the entries.
  /// - Complexity: Reads one row of the index for each commit, and two files for each entry.
  package func history(
    of subject: HistorySubject = .board, limit: Int? = nil, part: HistoryPart = HistoryPart()
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try eachEntry(of: subject, limit: limit, part: part) { entries.append($0) }
    return entries
  }

  /// Visits the changes that `history` returns, one by one. Only one is in memory at a time.
  package func eachEntry(
    of subject: HistorySubject, limit: Int?, part: HistoryPart, _ visit: (HistoryEntry) -> Void
  ) throws {
    var left = limit ?? .max
    if left == 0 { return }
    var recent = RecentDocuments(of: store.shownPart)
    try store.visitPast(of: subject, from: commit, part) { past in
      left -= try store.visitEntries(of: past, part, &recent, visit) ? 1 : 0
      return left > 0
    }
  }
}

/// The commits that touched each of several plans, in memory. The commits themselves and the files
/// are read on demand.
package struct PlanHistories {
  private let store: BoardStore
  /// The commits by plan, newest first, each with the touch of this plan only.
  private var commits: [PlanID: [PastCommit]] = [:]

  fileprivate init(of plans: Set<PlanID>, _ snapshot: BoardSnapshot) throws {
    store = snapshot.store
    for commit in try store.past(of: Set(plans), from: snapshot.commit)
    where !NewBoard.isBeginning(commit.id) {
      for touch in commit.touches {
        if let plan = touch.plan { commits[plan, default: []].append(commit.with([touch])) }
      }
    }
  }

  /// Visits the changes of a plan that `history` returns, newest first.
  ///
  /// - Complexity: Reads one file for each change, because each version is the one before the next.
  package func eachEntry(
    of plan: PlanID, limit: Int, _ visit: (HistoryEntry) -> Void
  ) throws {
    var recent = RecentDocuments(of: store.shownPart)
    var left = limit
    for commit in commits[plan] ?? [] where left > 0 {
      left -= try store.visitEntries(of: commit, HistoryPart(), &recent, visit) ? 1 : 0
    }
  }
}

extension BoardSnapshot {
  /// Returns the histories of several plans.
  ///
  /// - Complexity: Reads one row of the index for each commit.
  package func histories(of plans: Set<PlanID>) throws -> PlanHistories {
    try PlanHistories(of: plans, self)
  }
}

extension BoardStore {
  /// Visits the entries of one commit.
  ///
  /// - Returns: Whether the commit has entries.
  fileprivate func visitEntries(
    of commit: PastCommit, _ part: HistoryPart, _ recent: inout RecentDocuments,
    _ visit: (HistoryEntry) -> Void
  ) throws -> Bool {
    if commit.unread == 0 { return try visitEntries(ofRead: commit, part, &recent, visit) }
    var entries: [HistoryEntry] = []
    _ = try visitEntries(ofRead: commit, part, &recent) { entries.append($0) }
    // Unreadable files have no entries. If there were some, further touches must be read.
    if entries.count < part.mostTouches {
      return try visitEntries(ofRead: try pastCommit(at: commit.place), part, &recent, visit)
    }
    entries.forEach(visit)
    return true
  }

  private func visitEntries(
    ofRead commit: PastCommit, _ part: HistoryPart, _ recent: inout RecentDocuments,
    _ visit: (HistoryEntry) -> Void
  ) throws -> Bool {
    let touches = part.fields.isEmpty ? commit.touches : commit.touches.filter(part.isWanted)
    let most = part.mostTouches
    let made = touches.isEmpty ? nil : try repository.commit(commit.id)
    var count = 0
    for (place, touch) in touches.enumerated() {
      guard let made, var entry = try entry(of: commit, made, touch, part, &recent) else {
        continue
      }
      count += 1
      entry.others = count == most ? touches.count + commit.unread - place - 1 : 0
      visit(entry)
      if count == most { break }
    }
    return count > 0
  }

  fileprivate func visitPast(
    of subject: HistorySubject, from tip: ObjectID, _ part: HistoryPart,
    _ visit: (PastCommit) throws -> Bool
  ) throws {
    let period = try PeriodCommits(part.period, of: tip, in: self)
    let isWanted = { (commit: PastCommit) in
      guard period.contains(commit.id), part.isWantedAuthor(commit.by),
        !NewBoard.isBeginning(commit.id)
      else { return false }
      return part.isByAgents ? try self.agent(of: commit) != nil : true
    }
    let plans: Set<PlanID?>
    switch subject {
    case .board:
      let past = try Past(
        of: self, from: tip, withDetails: !part.fields.isEmpty, mostTouches: part.mostTouches)
      defer { past.keepDetails() }
      while let commit = try past.next() {
        guard try isWanted(commit) else { continue }
        if try !visit(part.fields.isEmpty ? commit : past.detailed(commit)) { return }
      }
      return
    case .plan(let plan): plans = [plan]
    case .plans(let wanted): plans = Set(wanted)
    }
    for commit in try past(of: plans, from: tip) where try isWanted(commit) {
      if try !visit(commit) { return }
    }
  }

  func entries(
    of commit: PastCommit, _ part: HistoryPart, _ recent: inout RecentDocuments
  ) throws -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    _ = try visitEntries(of: commit, part, &recent) { entries.append($0) }
    return entries
  }

  private func entry(
    of commit: PastCommit, _ made: Commit, _ touch: Touch, _ part: HistoryPart,
    _ recent: inout RecentDocuments
  ) throws -> HistoryEntry? {
    guard let versions = try versions(of: touch, in: commit.id, &recent) else {
      return nil
    }
    let paths = versions.differingPaths.filter { part.isWanted($0) }
    if paths.isEmpty, !part.fields.isEmpty || versions.differOnlyInOrigins { return nil }
    let changes = paths.map { path in
      FieldChange(
        path: path, old: versions.before?.value(at: path), new: versions.after.value(at: path),
        itemText: versions.after.itemText(at: path),
        commentOrigin: versions.after.commentOrigin(at: path),
        isReopened: versions.isReopened(path))
    }
    return HistoryEntry(
      commit: commit.id, at: commit.at, by: commit.by, agent: made.agent,
      isUndo: !made.trailers(.undoes).isEmpty, plan: touch.plan,
      title: versions.after.value(at: .field("title"))?.string ?? "",
      isCreation: touch.old == nil, changes: changes)
  }

  /// Returns the newest commits of the board, newest first, without merges and the two first
  /// commits.
  ///
  /// - Complexity: Reads one commit and one row of the index for each; without an index, every
  ///   commit.
  package func newestChanges(_ limit: Int) throws -> [Commit] {
    let past = try Past(of: self, from: try tip())
    var found: [Commit] = []
    while found.count < limit, let change = try past.next() {
      guard !NewBoard.isBeginning(change.id) else { continue }
      found.append(try repository.commit(change.id))
    }
    return found
  }

  /// Returns the last change of each plan in the commits after `seen` up to `tip`, newest first.
  /// Plans that did not change there are left out.
  ///
  /// Changes of merges are left out, because they were made in other new commits. Only the newest
  /// 1000 commits are read.
  ///
  /// - Throws: `StoreError.shallow` if the history is cut off.
  /// - Complexity: Walks the commits between the two.
  package func lastChanges(
    of plans: Set<PlanID>, from tip: ObjectID, since seen: ObjectID
  ) throws -> [HistoryEntry] {
    try requireHistory(of: tip, seen)
    let new = try repository.commits(from: [tip], hiding: [seen], order: .topological)
    var (wanted, entries, recent) = (plans, [HistoryEntry](), RecentDocuments())
    for id in new.prefix(Self.mostNewCommits) where !wanted.isEmpty {
      for entry in try self.entries(of: newCommit(id), HistoryPart(), &recent) {
        if let plan = entry.plan, wanted.remove(plan) != nil { entries.append(entry) }
      }
    }
    return entries
  }

  private static var mostNewCommits: Int { 1000 }

  func newCommit(_ id: ObjectID) throws -> PastCommit {
    let commit = try repository.commit(id)
    return try pastCommit(commit, at: PastPlace(date: Int(commit.committer.seconds), commit: id))
  }
}

/// A commit's move, deletion or restoration of a plan. Creating a plan counts as moving it.
package struct PlaceChange: Hashable, Sendable {
  package let plan: PlanID
  /// The author's time.
  package let at: Timestamp
  /// The name of the agent that made the change; nil for a person, or if agents were not requested.
  package fileprivate(set) var agent: String?
  /// The id of the plan's new column; nil if the plan was not moved.
  package let column: String?
  /// Whether the plan was deleted (true) or restored (false); nil for neither.
  package let isDeleted: Bool?
}

extension BoardSnapshot {
  /// Returns the moves, deletions and restorations of all plans, oldest first. Merges are left out.
  ///
  /// - Parameter withAgents: Whether to find the agents that made the changes.
  /// - Complexity: Reads one row of the index for each commit; the first time, two files for each
  ///   touch. With agents, also reads the commits of authors without an address.
  package func placeChanges(withAgents: Bool = false) throws -> [PlaceChange] {
    let past = try Past(of: store, from: commit, withDetails: true)
    defer { past.keepDetails() }
    var changes: [PlaceChange] = []
    while let next = try past.next() {
      let commit = try past.detailed(next)
      // All changes are reversed at the end. Then those of one commit are sorted by path.
      var made = commit.touches.reversed().compactMap { PlaceChange($0, at: commit.at) }
      if withAgents, !made.isEmpty, let agent = try store.agent(of: commit) {
        for index in made.indices { made[index].agent = agent.name }
      }
      changes += made
    }
    return changes.reversed()
  }
}

extension PlaceChange {
  /// Describes how a commit moved, deleted or restored a plan.
  ///
  /// - Returns: nil if the plan was not moved, deleted or restored.
  fileprivate init?(_ touch: Touch, at: Timestamp) {
    guard let plan = touch.plan, let detail = touch.detail, let standing = detail.standing else {
      return nil
    }
    let isNew = touch.old == nil
    let fields = Set(detail.fields)
    let isMoved = isNew || fields.contains(PlanField.state.rawValue)
    let hasDeletion = fields.contains(PlanField.deleted.rawValue)
    (self.plan, self.at) = (plan, at)
    column = isMoved ? standing.column : nil
    isDeleted = hasDeletion && (standing.isDeleted || !isNew) ? standing.isDeleted : nil
    if column == nil, isDeleted == nil { return nil }
  }
}

/// The part of a board whose history is read.
package enum HistorySubject: Sendable {
  /// All plans, and the board's own settings.
  case board
  case plan(PlanID)
  case plans(Set<PlanID>)
}
