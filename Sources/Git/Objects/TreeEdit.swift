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
    let changes = try TreeChange.all(of: edits)
    if let tree = try writeTree(from: base, changes: changes, path: "") { return tree }
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
    from base: ObjectID?, changes edits: [TreeChange], path: String
  ) throws(GitError) -> ObjectID? {
    let tree = try treeToChange(base ?? .emptyTree)
    let builder = try Handle("change tree '\(path)'", git_treebuilder_free) {
      git_treebuilder_new($0, handle.raw, nil)
    }
    var changes: [[UInt8]: TreeEntry?] = [:]
    for change in edits {
      let name = change.name
      let path = path + String(decoding: name, as: UTF8.self)
      let old = tree.entry(named: name)
      let new = try entry(changing: old, change, path: path, builder)
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
    changing old: TreeEntry?, _ change: TreeChange, path: String, _ builder: borrowing Handle
  ) throws(GitError) -> TreeEntry? {
    let name = change.name
    if case .put(let id, let mode) = change.edit {
      guard change.below.isEmpty else { throw GitError.malformed(path: path) }
      return try checked(TreeEntry(name: name, mode: mode, id: id), path: path, builder)
    }
    let kept = change.edit == .remove ? nil : old
    if change.below.isEmpty { return kept }

    let isFolder = kept?.mode == .tree
    let base = isFolder ? kept?.id : nil
    guard let folder = try writeTree(from: base, changes: change.children, path: path + "/") else {
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

/// The changes at one name of a folder and below it. They are a part of one sorted list of all
/// edits, because nested lists of the million plans of an import take more memory.
private struct TreeChange {
  typealias PathEdit = (path: String, edit: TreeEdit)

  /// The bytes of the name. As strings, names that differ only in Unicode normalization would be
  /// equal.
  let name: [UInt8]
  /// The last edit at the name itself; nil if there is none.
  private(set) var edit: TreeEdit?
  /// The edits below the name, sorted like `all(of:)`.
  private(set) var below: ArraySlice<PathEdit>
  /// The length in bytes of the paths of the children's folder, with the slash at its end.
  private let prefix: Int

  /// Returns the changes of the outermost folder.
  ///
  /// - Throws: `GitError` with code `.invalidSpec` if a path has an empty part or a NUL.
  static func all(of edits: [PathEdit]) throws(GitError) -> [TreeChange] {
    for edit in edits {
      let parts = edit.path.utf8.split(
        separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      if parts.contains(where: \.isEmpty) || edit.path.utf8.contains(0) {
        throw GitError.malformed(path: edit.path)
      }
    }
    // Edits of one path must keep their order, and those of one folder must be adjacent.
    let order = edits.indices.sorted { left, right in
      precedes(edits[left].path, edits[right].path) ?? (left < right)
    }
    return changes(in: order.map { edits[$0] }[...], from: 0)
  }

  /// The changes of the folder at the name.
  var children: [TreeChange] { Self.changes(in: below, from: prefix) }

  /// Groups sorted edits by the part of their paths that begins at an offset.
  private static func changes(in edits: ArraySlice<PathEdit>, from offset: Int) -> [TreeChange] {
    var changes: [TreeChange] = []
    var rest = edits
    while let first = rest.first {
      let name = Array(first.path.utf8.dropFirst(offset).prefix { $0 != UInt8(ascii: "/") })
      let end = offset + name.count
      let group = rest.prefix {
        let part = $0.path.utf8.dropFirst(offset)
        return part.starts(with: name) && (part.count == name.count || has(slashAt: end, $0.path))
      }
      let own = group.prefix { $0.path.utf8.count == end }
      changes.append(
        TreeChange(
          name: name, edit: own.last?.edit, below: group.dropFirst(own.count), prefix: end + 1))
      rest = rest.dropFirst(group.count)
    }
    return changes
  }

  private static func has(slashAt offset: Int, _ path: String) -> Bool {
    path.utf8.dropFirst(offset).first == UInt8(ascii: "/")
  }

  /// Whether a path comes before another, if slashes sort before all other bytes; nil if the paths
  /// are equal. So the paths below a folder are adjacent, after that of the folder itself.
  private static func precedes(_ left: String, _ right: String) -> Bool? {
    let (left, right) = (left.utf8.span, right.utf8.span)
    let slash = UInt8(ascii: "/")
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return right[index] != slash && (left[index] == slash || left[index] < right[index])
    }
    return left.count == right.count ? nil : left.count < right.count
  }
}
