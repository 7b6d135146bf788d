import Git
import PlanIndex
import PlanModel

extension Touch {
  var file: BoardFile { plan.map(BoardFile.plan) ?? .board }
}

extension Touch.Version {
  init(_ entry: TreeEntry) { self.init(mode: entry.mode, id: entry.id) }
}

/// The contents of a board's file before and after a commit.
struct FileVersions {
  /// The content before the commit, or the last readable version if the file was unreadable then.
  /// It is nil if the file was missing or no version is readable.
  let before: PlanDocument?
  let after: PlanDocument

  /// The sorted paths whose shown value differs, or whose conflict was decided or reopened. The
  /// memory of imports is left out.
  var differingPaths: [ElementPath] {
    // Most values are equal, and comparing them costs less than sorting their paths.
    var changed = after.elements.filter { before?.elements[$0.key] != $0.value }.map(\.key)
    if let before { changed += before.elements.keys.filter { after.elements[$0] == nil } }
    return changed.sorted().filter { path in
      if path.isInternal { return false }
      return before?.value(at: path) != after.value(at: path)
        || Self.isDecision(from: before?[path] ?? [], to: after[path]) || isReopened(path)
    }
  }

  /// Whether the memory of imports differs and nothing else.
  var differOnlyInOrigins: Bool {
    guard let before else { return false }
    let paths = Set(after.elements.keys).union(before.elements.keys)
    let differing = paths.filter { before[$0] != after[$0] }
    return !differing.isEmpty && differing.allSatisfy(\.isInternal)
  }

  /// Whether a path had one value before and has a conflict after. An undo, or a change based on an
  /// older board, may do that.
  func isReopened(_ path: ElementPath) -> Bool {
    path.isReportedInConflict && (before?[path].count ?? 0) == 1
      && Set(after[path].map(\.value)).count > 1
  }

  /// Whether a conflict was decided, even for the value that was already shown.
  private static func isDecision(from old: [StampedValue], to new: [StampedValue]) -> Bool {
    new.count == 1 && old.count > 1 && Set(old.map(\.value)).count > 1
  }
}

extension BoardStore {
  /// Reads a file before and after a commit; nil if the file is missing or unreadable after the
  /// commit.
  func versions(of change: Touch, in commit: ObjectID) throws -> FileVersions? {
    var recent = RecentDocuments()
    return try versions(of: change, in: commit, &recent)
  }

  /// Reads a file like the function above, for one of several commits. A version that is still in
  /// `recent` is not read again.
  func versions(
    of change: Touch, in commit: ObjectID, _ recent: inout RecentDocuments
  ) throws -> FileVersions? {
    guard let after = try recent.document(change.file, change.new, self) else { return nil }
    return FileVersions(before: try documentBefore(commit, change, &recent), after: after)
  }

  /// Returns the content of a file before a commit.
  ///
  /// For a commit that repairs a file, returns the last readable version. Returns nil if the file
  /// was missing or no version is readable.
  func documentBefore(_ commit: ObjectID, _ change: Touch) throws -> PlanDocument? {
    var recent = RecentDocuments()
    return try documentBefore(commit, change, &recent)
  }

  private func documentBefore(
    _ commit: ObjectID, _ change: Touch, _ recent: inout RecentDocuments
  ) throws -> PlanDocument? {
    guard let old = change.old else { return nil }
    if let before = try recent.document(change.file, old, self) { return before }
    return try lastReadable(change.file, before: commit)
  }

  /// Returns the last readable version of a file in the history of a commit's first parent; nil if
  /// no version is readable.
  func lastReadable(_ file: BoardFile, before commit: ObjectID) throws -> PlanDocument? {
    let parents = try repository.commit(commit).parents
    guard let parent = parents.first else { return nil }
    var budget = SearchBudget()
    return try lastReadable(file, at: parent, budget: &budget)
  }

  /// Reads a file as it was in a commit; nil if it is missing there or unreadable.
  func document(_ file: BoardFile, at commit: ObjectID) throws -> PlanDocument? {
    try document(file, repository.treeEntry(at: file.path, in: repository.commit(commit).tree))
  }

  /// Reads the file of a tree's entry; nil if there is no entry or the file is unreadable.
  func document(_ file: BoardFile, _ entry: TreeEntry?) throws -> PlanDocument? {
    try document(file, entry.map { Touch.Version($0) })
  }

  /// Reads a version of a file; nil if there is no version or it is unreadable.
  func document(_ file: BoardFile, _ version: Touch.Version?) throws -> PlanDocument? {
    guard let version else { return nil }
    return try file.read(version.id, version.mode, from: repository).document
  }
}
