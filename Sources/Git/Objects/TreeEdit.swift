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
    let tree = try writeTree(from: base, change: root, path: "")
    if let tree { return tree }
    return try emptyTree()
  }

  /// Stores the empty tree and returns its id.
  package func emptyTree() throws(GitError) -> ObjectID {
    try writeObject([], type: GIT_OBJECT_TREE, "write the empty tree")
  }

  /// Stores the changed folder and returns its id. Returns `nil` if the folder would be empty.
  private func writeTree(
    from base: ObjectID?, change: TreeChange, path: String
  ) throws(GitError) -> ObjectID? {
    let tree = try openTree(base ?? .emptyTree)
    let builder = try Handle("change tree '\(path)'", git_treebuilder_free) {
      git_treebuilder_new($0, raw, tree.raw)
    }
    for (name, change) in change.children {
      let path = path + String(decoding: name, as: UTF8.self)
      try apply(change, to: builder, name: name.map { CChar(bitPattern: $0) } + [0], path: path)
    }
    if git_treebuilder_entrycount(builder.raw) == 0 { return nil }

    var id = git_oid()
    let treeBuilder = builder.raw
    try storing("write tree '\(path)'") { git_treebuilder_write(&id, treeBuilder) }
    return ObjectID(id)
  }

  /// Applies the changes at and below one name of the folder in `builder`.
  private func apply(
    _ change: TreeChange, to builder: borrowing Handle, name: [CChar], path: String
  ) throws(GitError) {
    let current = git_treebuilder_get(builder.raw, name)
    if case .put(let id, let mode) = change.edit {
      guard change.children.isEmpty else { throw GitError.malformed(path: path) }
      return try put(id, mode, in: builder, name: name, path: path)
    }
    if change.edit == .remove, current != nil {
      try check(git_treebuilder_remove(builder.raw, name), "remove '\(path)'")
    }
    if change.children.isEmpty { return }

    // A blob is not replaced by a folder unless an edit removes the blob.
    let isFolder = change.edit == nil && current.map { FileMode(treeEntry: $0) } == .tree
    let base = isFolder ? current.map { ObjectID(treeEntry: $0) } : nil
    if let folder = try writeTree(from: base, change: change, path: path + "/") {
      if !isFolder, change.edit == nil, current != nil {
        throw GitError(
          .exists, "a file is in the place of the folder", operation: "put '\(path)' in a tree")
      }
      try put(folder, .tree, in: builder, name: name, path: path)
    } else if isFolder {
      try check(git_treebuilder_remove(builder.raw, name), "remove '\(path)'")
    }
  }

  private func put(
    _ id: ObjectID, _ mode: FileMode, in builder: borrowing Handle, name: [CChar], path: String
  ) throws(GitError) {
    var id = id.raw
    let status = git_treebuilder_insert(nil, builder.raw, name, &id, mode.raw)
    try check(status, "put '\(path)' in a tree")
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
