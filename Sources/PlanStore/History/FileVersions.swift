import Git
import PlanIndex
import PlanModel

/// A file of the board before and after a commit.
struct FileChange {
  let file: BoardFile
  /// nil where there is none.
  let old: Touch.Version?
  let new: Touch.Version?

  init(_ file: BoardFile, from old: Touch.Version?, to new: Touch.Version?) {
    (self.file, self.old, self.new) = (file, old, new)
  }

  init(_ touch: Touch) {
    self.init(touch.plan.map(BoardFile.plan) ?? .board, from: touch.old, to: touch.new)
  }
}

extension Touch.Version {
  init(_ entry: TreeEntry) { self.init(mode: entry.mode, id: entry.id) }
}

/// What a file of the board held before and after a commit.
struct FileVersions {
  /// nil if there was none.
  let before: PlanDocument?
  let after: PlanDocument

  /// The paths that got another value, or of which a conflict was decided or reopened; sorted.
  var differingPaths: [ElementPath] {
    Set(after.elements.keys).union(before?.elements.keys ?? [:].keys).sorted().filter { path in
      before?.value(at: path) != after.value(at: path)
        || Self.isDecision(from: before?[path] ?? [], to: after[path]) || isReopened(path)
    }
  }

  /// Whether a path that had one value has several, between which people must decide: after an undo, or
  /// after a change that was decided on an older board.
  func isReopened(_ path: ElementPath) -> Bool {
    path.isReportedInConflict && (before?[path].count ?? 0) == 1
      && Set(after[path].map(\.value)).count > 1
  }

  /// Whether a conflict was decided, be it for the value that was shown.
  private static func isDecision(from old: [StampedValue], to new: [StampedValue]) -> Bool {
    new.count == 1 && old.count > 1 && Set(old.map(\.value)).count > 1
  }
}

extension BoardStore {
  /// Reads a file before and after a commit; nil if it can't be read after it.
  func versions(
    of change: FileChange, in commit: ObjectID
  ) throws(StoreError) -> FileVersions? {
    guard let after = try document(change.file, change.new) else { return nil }
    return FileVersions(before: try documentBefore(commit, change), after: after)
  }

  /// Returns a file before a commit that left it readable.
  ///
  /// A commit that mends a file is compared with the last readable version, not with nothing.
  func documentBefore(
    _ commit: ObjectID, _ change: FileChange
  ) throws(StoreError) -> PlanDocument? {
    guard let old = change.old else { return nil }
    if let before = try document(change.file, old) { return before }
    return try lastReadable(change.file, before: commit)
  }

  /// Returns the last readable version of a file before a commit; nil if there is none.
  func lastReadable(_ file: BoardFile, before commit: ObjectID) throws(StoreError) -> PlanDocument?
  {
    let parents = try repository.commit(commit).parents
    guard let parent = parents.first else { return nil }
    var budget = SearchBudget()
    return try lastReadable(file, at: parent, budget: &budget)
  }

  /// Returns the version of a file that a tree lists; nil if it is not there or can't be read.
  func document(_ file: BoardFile, _ entry: TreeEntry?) throws(StoreError) -> PlanDocument? {
    try document(file, entry.map { Touch.Version($0) })
  }

  /// Returns a version of a file; nil if it was not there or can't be read.
  func document(
    _ file: BoardFile, _ version: Touch.Version?
  ) throws(StoreError) -> PlanDocument? {
    guard let version else { return nil }
    return try file.read(version.id, version.mode, from: repository).document
  }
}
