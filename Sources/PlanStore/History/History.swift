package import Git
package import PlanModel

/// The changes of one commit to one plan, or to the board's settings.
package struct HistoryEntry: Sendable {
  /// One path that got another value, or of which a conflict was decided for the value that was shown.
  package struct FieldChange: Sendable {
    package let path: ElementPath
    /// nil for a path that was added.
    package let old: JSONValue?
    /// nil for a path that was removed.
    package let new: JSONValue?
    /// For a path in an item of a list: the item's text after the change.
    package let itemText: String?
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

  /// Returns the entry with some of its changes only.
  package func with(_ changes: [FieldChange]) -> HistoryEntry {
    HistoryEntry(
      commit: commit, at: at, by: by, plan: plan, title: title, isCreation: isCreation,
      changes: changes)
  }
}

extension BoardStore {
  /// Reads the changes of a board, newest first, without merges: their changes were made elsewhere.
  ///
  /// - Parameters:
  ///   - limit: The most commits with entries.
  ///   - narrow: Returns what is wanted of an entry; nil if nothing is.
  /// - Complexity: One commit and its changed folders for each commit; plans only if they are
  ///   wanted.
  package func history(
    of subject: HistorySubject = .board, from tip: ObjectID, limit: Int? = nil,
    narrow: (HistoryEntry) -> HistoryEntry? = { $0 }
  ) throws(StoreError) -> [HistoryEntry] {
    try visit(from: tip, limit: limit) { commit, parentTree throws(StoreError) in
      try self.entries(of: subject, in: commit, parentTree: parentTree).compactMap(narrow)
    }
  }

  private func entries(
    of subject: HistorySubject, in commit: Commit, parentTree: ObjectID?
  ) throws(StoreError) -> [HistoryEntry] {
    switch subject {
    case .board: try entries(of: commit, parentTree: parentTree) { _ in true }
    case .plan(let plan): try entries(of: commit, parentTree: parentTree, plan: plan)
    case .plans(let wanted):
      try entries(of: commit, parentTree: parentTree) { plan in
        plan.map { wanted.contains($0) } ?? false
      }
    }
  }

  private func visit(
    from tip: ObjectID, limit: Int?,
    _ read: (Commit, _ parentTree: ObjectID?) throws(StoreError) -> [HistoryEntry]
  ) throws(StoreError) -> [HistoryEntry] {
    if limit == 0 { return [] }
    var entries: [HistoryEntry] = []
    var told = 0
    try visitChanges(from: tip) { commit, parentTree throws(StoreError) in
      let found = try read(commit, parentTree)
      entries += found
      told += found.isEmpty ? 0 : 1
      return told < limit ?? .max
    }
    return entries
  }

  /// Calls `visit` with each commit that is no merge, children before parents, and with the tree of
  /// its parent, until `visit` returns false.
  func visitChanges(
    from tip: ObjectID,
    _ visit: (Commit, _ parentTree: ObjectID?) throws(StoreError) -> Bool
  ) throws(StoreError) {
    var failure: StoreError?
    try walk(from: [tip]) { () throws(GitError) in
      try repository.visitCommits(from: [tip], order: .topological) { id throws(GitError) in
        let commit = try repository.commit(id)
        guard commit.parents.count <= 1 else { return true }
        // A commit without a parent is the constant root, or a board squashed into one commit.
        let parentTree = try commit.parents.first.map { id throws(GitError) in
          try repository.commit(id).tree
        }
        do throws(StoreError) {
          return try visit(commit, parentTree)
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
  }

  /// The files that a commit changed, each before and after it.
  func changedFiles(
    in commit: Commit, parentTree: ObjectID?
  ) throws(StoreError) -> [(file: BoardFile, old: TreeEntry?, new: TreeEntry?)] {
    let differences: [TreeDifference]
    do {
      differences = try repository.treeDifferences(from: parentTree, to: commit.tree)
    } catch {
      // Only heads are checked: an older tree of another writer may be invalid.
      if error.code == .invalid { return [] }
      throw .git(error)
    }
    return differences.compactMap { difference in
      BoardFile(path: difference.path).map { ($0, difference.old, difference.new) }
    }
  }

  private func entries(
    of commit: Commit, parentTree: ObjectID?, where wanted: (PlanID?) -> Bool
  ) throws(StoreError) -> [HistoryEntry] {
    var found: [HistoryEntry] = []
    for change in try changedFiles(in: commit, parentTree: parentTree)
    where wanted(change.file.planID) {
      if let entry = try entry(commit, change.file, change.old, change.new) { found.append(entry) }
    }
    return found
  }

  private func entries(
    of commit: Commit, parentTree: ObjectID?, plan: PlanID
  ) throws(StoreError) -> [HistoryEntry] {
    let (old, new) = try git { () throws(GitError) in
      (
        try parentTree.flatMap { tree throws(GitError) in
          try repository.treeEntry(at: plan.path, in: tree)
        },
        try repository.treeEntry(at: plan.path, in: commit.tree)
      )
    }
    guard old != new else { return [] }
    return try entry(commit, .plan(plan), old, new).map { [$0] } ?? []
  }

  /// Whether a conflict was decided, be it for the value that was shown.
  private static func isDecision(from old: [StampedValue], to new: [StampedValue]) -> Bool {
    new.count == 1 && old.count > 1 && Set(old.map(\.value)).count > 1
  }

  private func entry(
    _ commit: Commit, _ file: BoardFile, _ old: TreeEntry?, _ new: TreeEntry?
  ) throws(StoreError) -> HistoryEntry? {
    guard let after = try document(file, new) else { return nil }
    let before = try documentBefore(commit, file, old)
    var changes: [HistoryEntry.FieldChange] = []
    for path in Set(after.elements.keys).union(before?.elements.keys ?? [:].keys).sorted() {
      let (old, new) = (before?.value(at: path), after.value(at: path))
      if old != new || Self.isDecision(from: before?[path] ?? [], to: after[path]) {
        changes.append(
          HistoryEntry.FieldChange(
            path: path, old: old, new: new, itemText: Self.itemText(at: path, in: after)))
      }
    }
    return HistoryEntry(
      commit: commit.id, at: Timestamp(seconds: commit.author.seconds),
      by: commit.author.formatted, plan: file.planID,
      title: after.value(at: .field("title"))?.string ?? "", isCreation: old == nil,
      changes: changes)
  }

  /// Returns a file before a commit that left it readable. A commit that mends a file is compared
  /// with the last readable version, not with nothing.
  func documentBefore(
    _ commit: Commit, _ file: BoardFile, _ old: TreeEntry?
  ) throws(StoreError) -> PlanDocument? {
    if let before = try document(file, old) { return before }
    guard old != nil, let parent = commit.parents.first else { return nil }
    var budget = SearchBudget()
    return try lastReadable(file, at: parent, budget: &budget)
  }

  private static func itemText(at path: ElementPath, in document: PlanDocument) -> String? {
    guard case .item(let list, let item, _) = path else { return nil }
    return document.value(at: .item(list: list, item: item, member: "text"))?.string
  }

  /// Returns a version of a file; nil if it was not there or can't be read.
  func document(_ file: BoardFile, _ entry: TreeEntry?) throws(StoreError) -> PlanDocument? {
    try entry.flatMap { entry throws(StoreError) in
      try file.read(entry, from: repository).document
    }
  }
}
