import Git

/// The commits that a push adds to a board, newest first, and their changes of some files.
struct PushedCommits {
  /// The change of a file in one commit, compared with all of its parents.
  struct Change {
    let commit: Commit
    /// The file in each parent; nil where it is missing.
    let before: [TreeEntry?]
    let after: TreeEntry?

    /// Whether no parent has the file.
    var isCreation: Bool { before.allSatisfy { $0 == nil } }
  }

  private let repository: Repository
  let ids: [ObjectID]
  private var changes: [String: [Change]] = [:]

  /// Reads the commits that are new with a push.
  ///
  /// - Complexity: Reads one object for each commit.
  init(from old: ObjectID?, to new: ObjectID, in repository: Repository) throws {
    self.repository = repository
    ids = try repository.commits(from: [new], hiding: old.map { [$0] } ?? [], order: .topological)
  }

  /// The changes of a file that `find` found, newest first. A merge that took a parent's version is
  /// not included.
  subscript(path: String) -> [Change] { changes[path] ?? [] }

  /// Finds the changes of some files.
  ///
  /// - Complexity: Reads each commit and its changed folders, regardless of the number of paths.
  mutating func find(_ paths: Set<String>) throws {
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

  private func changedPaths(in commit: Commit) throws -> Set<String> {
    guard let first = commit.parents.first else { return try paths(from: nil, to: commit.tree) }
    var changed = try paths(from: first, to: commit.tree)
    for parent in commit.parents.dropFirst() where !changed.isEmpty {
      changed.formIntersection(try paths(from: parent, to: commit.tree))
    }
    return changed
  }

  private func paths(from parent: ObjectID?, to tree: ObjectID) throws -> Set<String> {
    do {
      let differences = try repository.treeDifferences(from: repository.tree(of: parent), to: tree)
      return Set(differences.compactMap(\.pathString))
    } catch {
      // Only heads are validated, so an older tree of another writer may be invalid.
      guard error.code == .invalid else { throw error }
      return []
    }
  }
}

/// The commits that a push adds to a board, and their new trees.
///
/// From these objects, git finds all received files that it checks.
struct NewObjects {
  private let repository: Repository
  /// The new commits, newest first.
  private let commits: [ObjectID]
  /// The trees of the board before the push.
  private let known: Set<ObjectID>

  /// Finds the objects that are new with a push.
  ///
  /// - Parameter old: The branch's commit before the push.
  /// - Complexity: Reads each tree of `old`.
  init(_ commits: [ObjectID], since old: ObjectID?, in repository: Repository) throws {
    (self.repository, self.commits) = (repository, commits)
    var folders: Set<ObjectID> = []
    if let old {
      try Self.visit(repository.commit(old).tree, in: repository, seen: &folders) { _ in true }
    }
    known = folders
  }

  /// Returns the ids of the new commits and trees, each once.
  ///
  /// - Complexity: Reads each of these objects, and lists only the entries of a tree in which it
  ///   differs from the tree of the first parent.
  func ids() throws -> [ObjectID] {
    var seen = known
    var ids = commits
    // Parents come first, so that a tree is compared only with one that was visited as a whole.
    for id in commits.reversed() {
      let commit = try repository.commit(id)
      let former = try repository.tree(of: commit.parents.first)
      try addNewTrees(commit.tree, since: former, depth: 0, seen: &seen) { ids.append($0) }
    }
    return ids
  }

  /// Adds a tree and its subtrees, except those in `seen`.
  ///
  /// - Parameter former: The tree at the same path in the first parent; nil if it has none. If it
  ///   is in `seen`, so are all of its subtrees, and equal entries are skipped. The first parent
  ///   may also be an old commit, whose trees were not visited.
  private func addNewTrees(
    _ tree: ObjectID, since former: ObjectID?, depth: Int, seen: inout Set<ObjectID>,
    _ add: (ObjectID) -> Void
  ) throws {
    guard seen.insert(tree).inserted else { return }
    try Self.checkDepth(depth, of: tree)
    add(tree)
    let former = former.flatMap { seen.contains($0) ? $0 : nil }
    for (entry, old) in try changedEntries(of: tree, since: former) where entry.mode == .tree {
      let old = old?.mode == .tree ? old?.id : nil
      try addNewTrees(entry.id, since: old, depth: depth + 1, seen: &seen, add)
    }
  }

  /// Returns the entries of a tree that differ from those of another one. If one of the trees is
  /// not in git's order, all entries are returned, and git reports the order.
  private func changedEntries(
    of tree: ObjectID, since former: ObjectID?
  ) throws -> [(entry: TreeEntry, former: TreeEntry?)] {
    do {
      return try repository.changedEntries(of: tree, since: former ?? .emptyTree)
    } catch {
      guard error.code == .invalid else { throw error }
      return try repository.treeEntries(tree).map { ($0, nil) }
    }
  }

  /// Returns the oldest new commit that contains an object, and the object's path there: empty for
  /// the root, nil for the commit itself. Returns nil if no new commit contains the object.
  func place(of object: ObjectID) throws -> (commit: ObjectID, path: String?)? {
    if commits.contains(object) { return (object, nil) }
    var seen = known
    for commit in commits.reversed() {
      var path: String?
      try Self.visit(repository.commit(commit).tree, in: repository, seen: &seen) { folder in
        if folder.id == object { path = folder.path }
        if let entry = folder.entries.first(where: { $0.id == object }) {
          path = folder.path(of: entry)
        }
        return path == nil
      }
      if let path { return (commit, path) }
    }
    return nil
  }

  // MARK: - Folders

  private struct Folder {
    let id: ObjectID
    let path: String
    let depth: Int
    var entries: [TreeEntry] = []

    func path(of entry: TreeEntry) -> String {
      let name = String(decoding: entry.name, as: UTF8.self)
      return path.isEmpty ? name : "\(path)/\(name)"
    }
  }

  /// Visits a tree and its subtrees, except those in `seen`, until `body` returns false.
  ///
  /// - Throws: `GitError` if a tree can't be read; with code `.invalid` if it is nested too deep.
  private static func visit(
    _ tree: ObjectID, in repository: Repository, seen: inout Set<ObjectID>,
    _ body: (Folder) -> Bool
  ) throws {
    var waiting = [Folder(id: tree, path: "", depth: 0)]
    while var folder = waiting.popLast() {
      guard seen.insert(folder.id).inserted else { continue }
      try checkDepth(folder.depth, of: folder.id)
      folder.entries = try repository.treeEntries(folder.id)
      guard body(folder) else { return }
      for entry in folder.entries where entry.mode == .tree {
        waiting.append(Folder(id: entry.id, path: folder.path(of: entry), depth: folder.depth + 1))
      }
    }
  }

  /// - Throws: `GitError` with code `.invalid` if a tree is nested too deep.
  private static func checkDepth(_ depth: Int, of tree: ObjectID) throws {
    if depth >= Repository.deepestTree {
      throw GitError(.invalid, "nested too deep", operation: "read tree \(tree)")
    }
  }
}
