package import Git
package import PlanModel

/// What one commit did to one plan, or to the board's settings.
package struct HistoryEntry: Sendable {
  /// One path that got another value.
  package struct FieldChange: Sendable {
    package let path: ElementPath
    /// nil for a path that was not there.
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
}

extension BoardStore {
  /// Reads what was done, newest first, merges left out: what they bring was done elsewhere.
  ///
  /// - Parameters:
  ///   - plan: The plan to follow, or nil for all of the board.
  ///   - limit: The most commits with something to tell.
  /// - Complexity: One commit and the folders that it changed; plans only where they are wanted.
  package func history(
    of plan: PlanID? = nil, from tip: ObjectID, limit: Int? = nil
  ) throws(StoreError) -> [HistoryEntry] {
    try visit(from: tip, limit: limit) { commit throws(StoreError) in
      try self.entries(of: commit, plan: plan)
    }
  }

  /// Reads what was done to some plans, newest first.
  package func history(
    of plans: Set<PlanID>, from tip: ObjectID, limit: Int? = nil
  ) throws(StoreError) -> [HistoryEntry] {
    try visit(from: tip, limit: limit) { commit throws(StoreError) in
      try self.entries(of: commit, plan: nil)
        .filter { entry in entry.plan.map { plans.contains($0) } ?? false }
    }
  }

  private func visit(
    from tip: ObjectID, limit: Int?,
    _ read: (ObjectID) throws(StoreError) -> [HistoryEntry]
  ) throws(StoreError) -> [HistoryEntry] {
    if limit == 0 { return [] }
    var entries: [HistoryEntry] = []
    var told = 0
    var failure: StoreError?
    try walk(from: [tip]) { () throws(GitError) in
      try repository.visitCommits(from: [tip], order: .topological) { id throws(GitError) in
        do throws(StoreError) {
          let found = try read(id)
          entries += found
          told += found.isEmpty ? 0 : 1
        } catch {
          failure = error
          return false
        }
        return told < limit ?? .max
      }
    }
    if let failure { throw failure }
    return entries
  }

  private func entries(of id: ObjectID, plan: PlanID?) throws(StoreError) -> [HistoryEntry] {
    let commit = try git { () throws(GitError) in try repository.commit(id) }
    guard commit.parents.count <= 1 else { return [] }
    // Without a parent it is the constant root, or one that somebody squashed the board into.
    let parentTree = try git { () throws(GitError) in
      try commit.parents.first.map { id throws(GitError) in try repository.commit(id).tree }
    }
    if let plan { return try entries(of: commit, parentTree: parentTree, plan: plan) }
    let differences: [TreeDifference]
    do {
      differences = try repository.treeDifferences(from: parentTree, to: commit.tree)
    } catch {
      // Only heads are checked: below them a stranger's tree may be out of order.
      if error.code == .invalid { return [] }
      throw .git(error)
    }
    var found: [HistoryEntry] = []
    for difference in differences {
      guard let file = OwnedFile(path: difference.path) else { continue }
      if let entry = try entry(commit, file, difference.old, difference.new) {
        found.append(entry)
      }
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

  private func entry(
    _ commit: Commit, _ file: OwnedFile, _ old: TreeEntry?, _ new: TreeEntry?
  ) throws(StoreError) -> HistoryEntry? {
    let before = try document(file, old)
    guard let after = try document(file, new) else { return nil }
    var changes: [HistoryEntry.FieldChange] = []
    for path in Set(after.elements.keys).union(before?.elements.keys ?? [:].keys).sorted() {
      let (old, new) = (before?.value(at: path), after.value(at: path))
      if old != new {
        changes.append(
          HistoryEntry.FieldChange(
            path: path, old: old, new: new, itemText: Self.itemText(at: path, in: after)))
      }
    }
    let plan: PlanID? = if case .plan(let id) = file { id } else { nil }
    return HistoryEntry(
      commit: commit.id, at: Timestamp(seconds: commit.author.seconds),
      by: commit.author.formatted, plan: plan,
      title: after.value(at: .field("title"))?.string ?? "", isCreation: old == nil,
      changes: changes)
  }

  private static func itemText(at path: ElementPath, in document: PlanDocument) -> String? {
    guard case .item(let list, let item, _) = path else { return nil }
    return document.value(at: .item(list: list, item: item, member: "text"))?.string
  }

  /// A version of a file, or nil if it was not there or can't be read.
  private func document(_ file: OwnedFile, _ entry: TreeEntry?) throws(StoreError) -> PlanDocument?
  {
    guard let entry, case .document(let document) = try file.read(entry, from: repository) else {
      return nil
    }
    return document
  }
}
