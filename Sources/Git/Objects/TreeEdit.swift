import CGit2

/// A change at one path of a tree.
package enum TreeEdit: Equatable, Sendable {
  /// Puts this entry at the path and replaces any other.
  case put(ObjectID, FileMode = .blob)

  /// Removes the entry at the path and everything below it. A missing entry is not an error.
  case remove
}

extension Repository {
  /// Applies edits to a tree, stores the result and returns its id.
  ///
  /// A folder is created with its first entry and removed with its last. If a path has several
  /// edits, the last one counts. A removal is applied before edits below its path, so that a folder
  /// can be replaced.
  ///
  /// - Parameters:
  ///   - base: The tree to change; `nil` for an empty one.
  ///   - edits: Paths with parts separated by `/`, in any order.
  /// - Throws: `GitError` with one of these codes.
  ///   - `.invalidSpec`: a path has an empty part or a NUL, or entries are put at a path and below
  ///     it.
  ///   - `.exists`: an entry is put below a file that no edit removes.
  ///   - `.generic`: libgit2 refuses a name such as `.git`, or the object does not exist.
  /// - Complexity: Reads and writes each folder on the paths once.
  ///
  /// `git_tree_create_updated` is not used: it starts again at the root for each edit.
  package func writeTree(
    from base: ObjectID?, edits: [(path: String, edit: TreeEdit)]
  ) throws(GitError) -> ObjectID {
    var root = TreeChange()
    for (path, edit) in edits {
      let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      if parts.contains(where: \.isEmpty) || path.utf8.contains(0) {
        throw GitError.malformed(path: path)
      }
      root.add(edit, at: parts.map { Array($0) }[...])
    }
    if let tree = try writeTree(from: base, change: root, path: "") { return tree }
    return try emptyTree()
  }

  /// Stores the empty tree and returns its id.
  package func emptyTree() throws(GitError) -> ObjectID {
    try writeObject([], type: GIT_OBJECT_TREE, "write the empty tree")
  }

  /// Stores the changed folder and returns its id. Returns `nil` if the folder would be empty.
  ///
  /// libgit2's builder of trees only checks new entries. It would read each folder again that is
  /// known already, and look for new packs before it writes one.
  private func writeTree(
    from base: ObjectID?, change: TreeChange, path: String
  ) throws(GitError) -> ObjectID? {
    let tree = try treeToChange(base ?? .emptyTree)
    let builder = try Handle("change tree '\(path)'", git_treebuilder_free) {
      git_treebuilder_new($0, handle.raw, nil)
    }
    var changes: [[UInt8]: TreeEntry?] = [:]
    for (name, change) in change.children {
      let path = path + String(decoding: name, as: UTF8.self)
      let old = tree.entry(named: name)
      let new = try entry(changing: old, change, name: name, path: path, builder)
      if new != old { changes[name] = .some(new) }
    }
    let bytes = tree.bytes(changing: changes)
    if bytes.isEmpty { return nil }
    let id = try writeObject(bytes, type: GIT_OBJECT_TREE, "write tree '\(path)'")
    trees.keep(try StoredTree(bytes, of: id), as: id)
    return id
  }

  /// Reads a tree, and sorts one that another program wrote in a wrong order.
  private func treeToChange(_ id: ObjectID) throws(GitError) -> StoredTree {
    do {
      return try trees.tree(id, in: self)
    } catch {
      guard error.code == .invalid else { throw error }
      return try StoredTree(id, in: self, checksDigest: trees.checksDigests, sorts: true)
    }
  }

  /// Returns the entry of a name after the changes at and below it; `nil` if there is none.
  private func entry(
    changing old: TreeEntry?, _ change: TreeChange, name: [UInt8], path: String,
    _ builder: borrowing Handle
  ) throws(GitError) -> TreeEntry? {
    if case .put(let id, let mode) = change.edit {
      guard change.children.isEmpty else { throw GitError.malformed(path: path) }
      return try checked(TreeEntry(name: name, mode: mode, id: id), path: path, builder)
    }
    let kept = change.edit == .remove ? nil : old
    if change.children.isEmpty { return kept }

    let isFolder = kept?.mode == .tree
    let base = isFolder ? kept?.id : nil
    guard let folder = try writeTree(from: base, change: change, path: path + "/") else {
      return isFolder ? nil : kept
    }
    // A file is not replaced by a folder unless an edit removes the file.
    if kept != nil, !isFolder {
      throw GitError(
        .exists, "a file is in the place of the folder", operation: "put '\(path)' in a tree")
    }
    return try checked(TreeEntry(name: name, mode: .tree, id: folder), path: path, builder)
  }

  /// Returns an entry that libgit2 accepts: it has a sound name, and its object exists.
  private func checked(
    _ entry: TreeEntry, path: String, _ builder: borrowing Handle
  ) throws(GitError) -> TreeEntry {
    var id = entry.id.raw
    let name = entry.name.map { CChar(bitPattern: $0) } + [0]
    try check(
      git_treebuilder_insert(nil, builder.raw, name, &id, entry.mode.raw), "put '\(path)' in a tree"
    )
    return entry
  }
}

extension GitError {
  fileprivate static func malformed(path: String) -> GitError {
    GitError(
      .invalidSpec, "the path does not name a place for one entry", operation: "put '\(path)'")
  }
}

/// The changes at one name and below it, collected from all edits so that each folder is written
/// once.
private struct TreeChange {
  var edit: TreeEdit?

  /// The changes below, by the bytes of the name. As strings, names that differ only in Unicode
  /// normalization would be equal.
  var children: [[UInt8]: TreeChange] = [:]

  mutating func add(_ edit: TreeEdit, at path: ArraySlice<[UInt8]>) {
    if let name = path.first {
      children[name, default: TreeChange()].add(edit, at: path.dropFirst())
    } else {
      self.edit = edit
    }
  }
}
