import Git

/// The commits that a push adds to a board, newest first, and their changes of some files.
struct PushedCommits {
  /// The change of a file in one commit, compared with all of its parents.
  struct Change {
    let commit: Commit
    /// The file in each parent.
    let before: [TreeEntry?]
    let after: TreeEntry?

    /// Whether no parent has the file.
    var isCreation: Bool { before.allSatisfy { $0 == nil } }
  }

  private let repository: BoardRepository
  let ids: [ObjectID]
  private var changes: [String: [Change]] = [:]

  /// - Complexity: Reads one object for each commit.
  init(
    from old: ObjectID?, to new: ObjectID, in repository: BoardRepository
  ) throws(StoreError) {
    self.repository = repository
    ids = try repository.commits(from: [new], hiding: old.map { [$0] } ?? [], order: .topological)
  }

  /// The changes of a file, newest first. A merge that took a parent's version is not included.
  subscript(path: String) -> [Change] { changes[path] ?? [] }

  /// Finds the changes of some files.
  ///
  /// - Complexity: Reads each commit and its changed folders, regardless of the number of paths.
  mutating func find(_ paths: Set<String>) throws(StoreError) {
    if paths.isEmpty { return }
    for id in ids {
      let commit = try repository.commit(id)
      for path in try changedPaths(in: commit) where paths.contains(path) {
        var before: [TreeEntry?] = []
        for parent in commit.parents {
          before.append(try repository.treeEntry(at: path, in: try repository.commit(parent).tree))
        }
        let after = try repository.treeEntry(at: path, in: commit.tree)
        changes[path, default: []].append(Change(commit: commit, before: before, after: after))
      }
    }
  }

  private func changedPaths(in commit: Commit) throws(StoreError) -> Set<String> {
    guard let first = commit.parents.first else { return try paths(from: nil, to: commit.tree) }
    var changed = try paths(from: first, to: commit.tree)
    for parent in commit.parents.dropFirst() where !changed.isEmpty {
      changed.formIntersection(try paths(from: parent, to: commit.tree))
    }
    return changed
  }

  private func paths(from parent: ObjectID?, to tree: ObjectID) throws(StoreError) -> Set<String> {
    do {
      let differences = try repository.treeDifferences(
        from: repository.tree(of: parent), to: tree)
      return Set(differences.compactMap(\.pathString))
    } catch {
      // Only heads are validated, so an older tree of another writer may be invalid.
      if case .git(let error) = error, error.code == .invalid { return [] }
      throw error
    }
  }
}
