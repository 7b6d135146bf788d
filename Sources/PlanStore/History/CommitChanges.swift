import Git
import PlanIndex
import PlanModel

/// The parts of a commit's entries that are the same for all files.
struct CommitChanges: Sendable {
  let commit: ObjectID
  private let at: Timestamp
  private let by: String
  private let agent: Agent?
  private let isUndo: Bool
  /// The fields of `HistoryPart`.
  private let fields: Set<String>

  init(_ commit: PastCommit, _ made: Commit, _ part: HistoryPart) {
    (self.commit, at, by) = (commit.id, commit.at, commit.by)
    (agent, isUndo) = (made.agent, !made.trailers(.undoes).isEmpty)
    fields = part.fields
  }

  /// The result of reading a file before and after the commit.
  enum Read: Sendable {
    /// The entry; nil if the file has none.
    case entry(HistoryEntry?)
    /// The file was there before the commit, and can't be read. An older version counts.
    case unreadableBefore
  }

  func read(_ touch: Touch, from repository: Repository) throws -> Read {
    let document = { (version: Touch.Version?) in
      try version.flatMap { try touch.file.read($0.id, $0.mode, from: repository).document }
    }
    guard let after = try document(touch.new) else { return .entry(nil) }
    let before = try document(touch.old)
    if touch.old != nil, before == nil { return .unreadableBefore }
    return .entry(entry(of: touch, FileVersions(before: before, after: after)))
  }

  /// Returns the entry of a file; nil if no wanted value differs.
  func entry(of touch: Touch, _ versions: FileVersions) -> HistoryEntry? {
    let paths = versions.differingPaths.filter {
      fields.isEmpty || fields.contains($0.fieldOrList)
    }
    if paths.isEmpty, !fields.isEmpty || versions.differOnlyInOrigins { return nil }
    let changes = paths.map { path in
      FieldChange(
        path: path, old: versions.before?.value(at: path), new: versions.after.value(at: path),
        itemText: versions.after.itemText(at: path),
        commentOrigin: versions.after.commentOrigin(at: path),
        isReopened: versions.isReopened(path))
    }
    return HistoryEntry(
      commit: commit, at: at, by: by, agent: agent, isUndo: isUndo, plan: touch.plan,
      title: versions.after.value(at: .field("title"))?.string ?? "",
      isCreation: touch.old == nil, changes: changes)
  }
}
