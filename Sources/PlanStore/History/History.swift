package import Git
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
  /// Whether a commit counts, by its time and its author.
  package var isWanted: (Timestamp, String) -> Bool = { _, _ in true }
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

extension BoardStore {
  /// Reads the changes of a board, newest first, without merges: their changes were made elsewhere.
  ///
  /// - Parameter limit: The most commits with entries.
  /// - Complexity: One row of the index for each commit, and two files for each entry.
  package func history(
    of subject: HistorySubject = .board, from tip: ObjectID, limit: Int? = nil,
    part: HistoryPart = HistoryPart()
  ) throws(StoreError) -> [HistoryEntry] {
    var entries: [HistoryEntry] = []
    var left = limit ?? .max
    if left == 0 { return entries }
    try visitPast(of: subject, from: tip, part) { commit throws(StoreError) in
      let found = try self.entries(of: commit, part)
      entries += found
      left -= found.isEmpty ? 0 : 1
      return left > 0
    }
    return entries
  }

  private func visitPast(
    of subject: HistorySubject, from tip: ObjectID, _ part: HistoryPart,
    _ visit: (PastCommit) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let plans: Set<PlanID?>
    switch subject {
    case .board:
      let past = try Past(of: self, from: tip, withDetails: !part.fields.isEmpty)
      defer { past.keepDetails() }
      while let commit = try past.next() {
        guard part.isWanted(commit.at, commit.by) else { continue }
        if try !visit(part.fields.isEmpty ? commit : past.detailed(commit)) { return }
      }
      return
    case .plan(let plan): plans = [plan]
    case .plans(let wanted): plans = Set(wanted)
    }
    for commit in try past(of: plans, from: tip) where part.isWanted(commit.at, commit.by) {
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
