import Git

/// The commits that a push adds to a board, and the folders that come with them.
///
/// The objects that git checks when it receives them are these, or are found from them.
struct NewObjects {
  private let repository: BoardRepository
  /// The newest first.
  private let commits: [ObjectID]
  /// The folders of `old`.
  private let known: Set<ObjectID>

  /// - Parameter old: The branch's commit before the push.
  /// - Complexity: One object read for each folder of `old`.
  init(
    _ commits: [ObjectID], since old: ObjectID?, in repository: BoardRepository
  ) throws(StoreError) {
    (self.repository, self.commits) = (repository, commits)
    var folders: Set<ObjectID> = []
    if let old {
      try Self.visit(repository.commit(old).tree, in: repository, seen: &folders) { _ in true }
    }
    known = folders
  }

  /// The commits and folders, each once.
  ///
  /// - Complexity: One object read for each.
  func ids() throws(StoreError) -> [ObjectID] {
    var seen = known
    var ids = commits
    for commit in commits {
      try Self.visit(repository.commit(commit).tree, in: repository, seen: &seen) { folder in
        ids.append(folder.id)
        return true
      }
    }
    return ids
  }

  /// The commit and path at which an object comes in.
  struct Place {
    let commit: ObjectID
    /// The file's or folder's path, empty for the root; nil if it is the commit itself.
    let path: String?
  }

  /// The oldest commit that brings an object, and the path of the object there.
  func place(of object: ObjectID) throws(StoreError) -> Place? {
    if commits.contains(object) { return Place(commit: object, path: nil) }
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
      if let path { return Place(commit: commit, path: path) }
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

  /// The deepest nesting of folders: more than any board has, and less than the few thousand of
  /// git.
  private static let deepest = 256

  /// Visits the folders in and below a tree that were not seen before, until `body` says no.
  ///
  /// - Throws: `StoreError.git` with code `.invalid` if one can't be read as a tree, or is too deep.
  private static func visit(
    _ tree: ObjectID, in repository: BoardRepository, seen: inout Set<ObjectID>,
    _ body: (Folder) -> Bool
  ) throws(StoreError) {
    var waiting = [Folder(id: tree, path: "", depth: 0)]
    while var folder = waiting.popLast() {
      guard seen.insert(folder.id).inserted else { continue }
      guard folder.depth < deepest else {
        throw .git(
          GitError(.invalid, "nested too deep", operation: "read tree \(folder.id)"))
      }
      folder.entries = try repository.treeEntries(folder.id)
      guard body(folder) else { return }
      for entry in folder.entries where entry.mode == .tree {
        waiting.append(Folder(id: entry.id, path: folder.path(of: entry), depth: folder.depth + 1))
      }
    }
  }
}
