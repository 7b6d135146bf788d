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
    try eachPart(of: subject, limit: limit, part: part) { entries += $0 }
    return entries
  }

  /// Visits the changes that `history` returns in parts. Each part has changes of one commit. A
  /// commit with many changes has several parts, and only one of them is in memory at a time.
  package func eachPart(
    of subject: HistorySubject, limit: Int?, part: HistoryPart, _ visit: ([HistoryEntry]) -> Void
  ) throws {
    var left = limit ?? .max
    if left == 0 { return }
    var recent = RecentDocuments()
    try store.visitPast(of: subject, from: commit, part) { past in
      left -= try store.visitEntries(of: past, part, &recent, visit) ? 1 : 0
      return left > 0
    }
  }
}

extension BoardStore {
  /// Visits the entries of one commit.
  ///
  /// - Returns: Whether the commit has entries.
  func visitEntries(
    of commit: PastCommit, _ part: HistoryPart, _ recent: inout RecentDocuments,
    _ visit: ([HistoryEntry]) -> Void
  ) throws -> Bool {
    if commit.unread == 0 { return try visitEntries(ofRead: commit, part, &recent, visit) }
    var entries: [HistoryEntry] = []
    _ = try visitEntries(ofRead: commit, part, &recent) { entries += $0 }
    // Unreadable files have no entries. If there were some, further touches must be read.
    if entries.count < part.mostTouches {
      return try visitEntries(ofRead: try pastCommit(at: commit.place), part, &recent, visit)
    }
    visit(entries)
    return true
  }

  private func visitEntries(
    ofRead commit: PastCommit, _ part: HistoryPart, _ recent: inout RecentDocuments,
    _ visit: ([HistoryEntry]) -> Void
  ) throws -> Bool {
    let touches = part.fields.isEmpty ? commit.touches : commit.touches.filter(part.isWanted)
    if touches.isEmpty { return false }
    let most = part.mostTouches
    let changes = CommitChanges(commit, try repository.commit(commit.id), part)
    var (place, count) = (0, 0)
    while place < touches.count, count < most {
      let wave = touches[place...].prefix(min(FileReading.wave, most - count))
      var entries = try entries(of: wave, changes, &recent)
      (place, count) = (place + wave.count, count + entries.count)
      if entries.isEmpty { continue }
      if count == most { entries[entries.count - 1].others = touches.count + commit.unread - place }
      visit(entries)
    }
    return count > 0
  }

  /// Returns the entries of some touches of a commit, read on all processors if they are many.
  private func entries(
    of touches: ArraySlice<Touch>, _ changes: CommitChanges, _ recent: inout RecentDocuments
  ) throws -> [HistoryEntry] {
    guard touches.count >= FileReading.fewest else {
      return try touches.compactMap { touch in
        try versions(of: touch, in: changes.commit, &recent).flatMap {
          changes.entry(of: touch, $0)
        }
      }
    }
    let read = try repository.onAllProcessors(touches) { touches, repository in
      try touches.map { try changes.read($0, from: repository) }
    }
    return try zip(touches, read).compactMap { touch, read in
      switch read {
      case .entry(let entry): return entry
      case .unreadableBefore:
        return try versions(of: touch, in: changes.commit).flatMap { changes.entry(of: touch, $0) }
      }
    }
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
    _ = try visitEntries(of: commit, part, &recent) { entries += $0 }
    return entries
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
