import Git
import PlanIndex
package import PlanModel

/// The changes of one commit to one plan, or to the board's settings.
package struct HistoryEntry: Sendable {
  /// One path that got another value, or of which a conflict was decided for the value that was
  /// shown.
  package struct FieldChange: Sendable {
    package let path: ElementPath
    /// nil for a path that was added.
    package let old: JSONValue?
    /// nil for a path that was removed.
    package let new: JSONValue?
    /// For a path in an item of a list: the item's text after the change.
    package let itemText: String?
    /// Whether the path got back several values, between which people must decide again.
    package var isReopened = false
  }

  package let commit: ObjectID
  package let at: Timestamp
  /// `Name <email>`.
  package let by: String
  /// nil for the board's own settings.
  package let plan: PlanID?
  /// The plan's title after the change.
  package let title: String
  /// Whether the commit made the plan.
  package let isCreation: Bool
  /// In the order of the paths.
  package let changes: [FieldChange]
}

/// The part of a history that is wanted.
package struct HistoryPart {
  /// Whether a commit counts, by its author.
  package var isWantedAuthor: (String) -> Bool = { _ in true }
  /// When the commits were made; nil for all.
  package var period: HistoryPeriod?
  /// The names of fields and lists, as `ElementPath.fieldOrList` gives them; empty for all.
  package var fields: Set<String> = []

  /// All of the history.
  package init() {}

  package func isWanted(_ path: ElementPath) -> Bool {
    fields.isEmpty || fields.contains(path.fieldOrList)
  }

  /// Whether a touch may have changed something that is wanted.
  fileprivate func isWanted(_ touch: Touch) -> Bool {
    fields.isEmpty || touch.detail.map { !fields.isDisjoint(with: $0.fields) } ?? true
  }
}

/// A period of a history, to whose ends the same commits belong as to the board at those moments.
package struct HistoryPeriod: Sendable {
  /// The first and the last moment; nil for the ends of the history.
  package let since: Timestamp?
  package let until: Timestamp?
  /// The time of the reader's clock: nothing counts as made after it.
  package let now: Timestamp

  package init(since: Timestamp?, until: Timestamp?, now: Timestamp) {
    (self.since, self.until, self.now) = (since, until, now)
  }
}

/// The commits of a history that were made in a period; see `CommitTimes`.
private struct PeriodCommits {
  /// The commits since the beginning; nil for all.
  private let since: Set<ObjectID>?
  private let tooLate: Set<ObjectID>

  init(
    _ period: HistoryPeriod?, of tip: ObjectID, in store: BoardStore
  ) throws(StoreError) {
    let later = { (moment: Timestamp?) throws(StoreError) -> Set<ObjectID>? in
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

extension BoardStore {
  /// Reads the changes of a board, newest first, without merges, whose changes were made elsewhere, and without the
  /// two commits that every board begins with.
  ///
  /// - Parameter limit: The most commits with entries.
  /// - Complexity: One row of the index for each commit, and two files for each entry.
  package func history(
    of subject: HistorySubject = .board, from tip: ObjectID, limit: Int? = nil,
    part: HistoryPart = HistoryPart()
  ) throws(StoreError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    try eachEntry(of: subject, from: tip, limit: limit, part: part) { entries.append($0) }
    return entries
  }

  /// Reads the same changes one by one, so that no more than one is held at a time.
  package func eachEntry(
    of subject: HistorySubject, from tip: ObjectID, limit: Int?, part: HistoryPart,
    _ visit: (HistoryEntry) -> Void
  ) throws(StoreError) {
    var left = limit ?? .max
    if left == 0 { return }
    try visitPast(of: subject, from: tip, part) { commit throws(StoreError) in
      var hasEntries = false
      for touch in commit.touches where part.isWanted(touch) {
        guard let entry = try entry(of: commit, touch, part) else { continue }
        visit(entry)
        hasEntries = true
      }
      left -= hasEntries ? 1 : 0
      return left > 0
    }
  }

  private func visitPast(
    of subject: HistorySubject, from tip: ObjectID, _ part: HistoryPart,
    _ visit: (PastCommit) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let period = try PeriodCommits(part.period, of: tip, in: self)
    let isWanted = { (commit: PastCommit) in
      period.contains(commit.id) && part.isWantedAuthor(commit.by)
        && !NewBoard.commits.contains(commit.id.hex)
    }
    let plans: Set<PlanID?>
    switch subject {
    case .board:
      let past = try Past(of: self, from: tip, withDetails: !part.fields.isEmpty)
      defer { past.keepDetails() }
      while let commit = try past.next() {
        guard isWanted(commit) else { continue }
        if try !visit(part.fields.isEmpty ? commit : past.detailed(commit)) { return }
      }
      return
    case .plan(let plan): plans = [plan]
    case .plans(let wanted): plans = Set(wanted)
    }
    for commit in try past(of: plans, from: tip) where isWanted(commit) {
      if try !visit(commit) { return }
    }
  }

  func entries(
    of commit: PastCommit, _ part: HistoryPart
  ) throws(StoreError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    for touch in commit.touches where part.isWanted(touch) {
      guard let entry = try entry(of: commit, touch, part) else { continue }
      entries.append(entry)
    }
    return entries
  }

  private func entry(
    of commit: PastCommit, _ touch: Touch, _ part: HistoryPart
  ) throws(StoreError) -> HistoryEntry? {
    guard let versions = try versions(of: FileChange(touch), in: commit.id) else { return nil }
    let paths = versions.differingPaths.filter { part.isWanted($0) }
    if paths.isEmpty, !part.fields.isEmpty { return nil }
    let changes = paths.map { path in
      HistoryEntry.FieldChange(
        path: path, old: versions.before?.value(at: path), new: versions.after.value(at: path),
        itemText: versions.after.itemText(at: path), isReopened: versions.isReopened(path))
    }
    return HistoryEntry(
      commit: commit.id, at: commit.at, by: commit.by, plan: touch.plan,
      title: versions.after.value(at: .field("title"))?.string ?? "", isCreation: touch.old == nil,
      changes: changes)
  }
}
