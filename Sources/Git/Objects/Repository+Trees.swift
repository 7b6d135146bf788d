import CGit2

/// An entry in or below a tree that is no folder, by its full path.
package struct TreeLeaf: Sendable {
  package let path: [UInt8]
  package let entry: TreeEntry
}

extension Repository {
  /// The deepest nesting of trees that is followed; git itself has such a limit.
  ///
  /// Trees from another clone may nest without end, and each level takes a part of the stack.
  static let deepestTree = 256

  /// The most entries, folders included, that are visited in and below a tree.
  ///
  /// A small pack can stand for a tree larger than any memory: ten trees that each name the next
  /// one ten times are ten thousand million files.
  package static let largestTree = 2_000_000

  /// Returns the entries of a tree in the order that the tree holds them.
  ///
  /// - Throws: `GitError` with code `.notFound` if there is no such tree.
  /// - Complexity: One object read.
  package func treeEntries(_ id: ObjectID) throws(GitError) -> [TreeEntry] {
    let tree = try openTree(id)
    return (0..<tree.count).map { TreeEntry(tree.entry(at: $0)) }
  }

  /// Returns the entries of a tree that have one of some names, which are UTF-8.
  ///
  /// - Complexity: One object read, and the names or the entries, whichever are fewer.
  ///
  /// The C function is `git_tree_entry_byname`.
  package func treeEntries(
    named names: Set<[UInt8]>, in tree: ObjectID
  ) throws(GitError) -> [TreeEntry] {
    let tree = try openTree(tree)
    if names.count < tree.count {
      return names.compactMap { name in
        git_tree_entry_byname(tree.raw, String(decoding: name, as: UTF8.self)).map { TreeEntry($0) }
      }
    }
    return (0..<tree.count).map { TreeEntry(tree.entry(at: $0)) }.filter { names.contains($0.name) }
  }

  /// Returns the entry at `path`, whose parts are separated by `/`, or `nil` if there is none.
  ///
  /// - Complexity: One object read for each part of the path.
  ///
  /// The C function is `git_tree_entry_bypath`.
  package func treeEntry(
    at path: String, in tree: ObjectID
  ) throws(GitError) -> TreeEntry? {
    let root = try openTree(tree)
    do throws(GitError) {
      let entry = try Handle<TreeEntryKind>("find '\(path)' in tree \(tree)") {
        git_tree_entry_bypath($0, root.raw, path)
      }
      return TreeEntry(entry.raw)
    } catch {
      if error.code == .notFound, error.errorClass == Int32(GIT_ERROR_TREE.rawValue) { return nil }
      throw error.recognizingMissingFolder()
    }
  }

  /// Returns everything below the folder `path` of a tree but the folders in it, by full path, in
  /// the order of `git ls-tree -r`; nothing if there is no such folder.
  ///
  /// - Parameters:
  ///   - path: A folder, or "" for the whole tree.
  ///   - limit: The most leaves and folders to visit.
  /// - Throws: `GitError` with code `.invalid` if there are more of them or they nest too deep.
  /// - Complexity: One object read for each folder.
  package func leaves(
    of tree: ObjectID, under path: String = "", limit: Int = largestTree
  ) throws(GitError) -> [TreeLeaf] {
    try treeDifferences(from: nil, to: tree, under: path.isEmpty ? nil : path, limit: limit)
      .compactMap { difference in
        difference.new.map { TreeLeaf(path: difference.path, entry: $0) }
      }
  }

  func openTree(_ id: ObjectID) throws(GitError) -> Handle<TreeKind> {
    var id = id.raw
    return try Handle("read tree \(ObjectID(id))") { git_tree_lookup($0, raw, &id) }
  }
}

extension Handle where Kind == TreeKind {
  var count: Int { git_tree_entrycount(raw) }

  /// The entry at an index below `count`; valid as long as the handle is.
  func entry(at index: Int) -> OpaquePointer {
    guard let entry = git_tree_entry_byindex(raw, index) else {
      preconditionFailure("tree entry \(index) of \(count)")
    }
    return entry
  }
}
