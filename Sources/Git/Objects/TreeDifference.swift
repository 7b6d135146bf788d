/// A path at which two trees differ.
package struct TreeDifference: Equatable, Sendable {
  /// The full path as raw bytes, its parts separated by `/`.
  package var path: [UInt8]

  /// The entry in the older tree; `nil` if the path is missing or a folder there.
  package var old: TreeEntry?

  /// The entry in the newer tree; `nil` if the path is missing or a folder there.
  package var new: TreeEntry?

  /// The path as text, or `nil` if it is not UTF-8.
  package var pathString: String? { String(validating: path, as: UTF8.self) }
}

extension Repository {
  /// Returns the paths at which two trees differ, in the order of `git diff-tree -r --no-renames`.
  ///
  /// If a file became a folder, the result has one removed path for the file, and one added path
  /// for each file in the folder.
  ///
  /// - Parameters:
  ///   - old: The older tree; `nil` for an empty one.
  ///   - new: The newer tree; `nil` for an empty one.
  ///   - path: The folder to compare; `nil` for the whole trees. If a tree does not have the
  ///     folder, the folder counts as empty there.
  ///   - limit: The largest number of differences and compared folders together.
  ///   - checksDigests: Whether to compare each tree's digest with its id. Skipping this makes
  ///     reading a whole history faster. git itself does not check the digests of objects in packs
  ///     either.
  /// - Throws: `GitError` with code `.invalid` if a tree's entries are not in git's order, if trees
  ///   nest too deep, or if there are more than `limit` differences and folders.
  /// - Complexity: One object read for each folder that differs; equal folders are not read.
  package func treeDifferences(
    from old: ObjectID?, to new: ObjectID?, under path: String? = nil, limit: Int = largestTree,
    checksDigests: Bool = true
  ) throws(GitError) -> [TreeDifference] {
    var differences: [TreeDifference] = []
    try visitTreeDifferences(
      from: old, to: new, under: path, limit: limit, checksDigests: checksDigests
    ) { differences.append($0) }
    return differences
  }

  /// Visits the differences that `treeDifferences` returns, which may be too many to keep.
  package func visitTreeDifferences(
    from old: ObjectID?, to new: ObjectID?, under path: String? = nil, limit: Int = largestTree,
    checksDigests: Bool = true, _ visit: (TreeDifference) -> Void
  ) throws(GitError) {
    var comparison = TreeComparison(repository: self, limit: limit, checksDigests: checksDigests)
    if let path {
      let folders = (try subtree(path, of: old), try subtree(path, of: new))
      try comparison.compare(
        folders.0, folders.1, prefix: Array("\(path)/".utf8), depth: 0, visit)
    } else {
      try comparison.compare(old, new, prefix: [], depth: 0, visit)
    }
  }

  /// Returns the entries of a tree that are new or changed compared with another tree, in git's
  /// order, each with the entry of the same name there. Folders are not read.
  ///
  /// The digests of the trees are not checked, as in `treeDifferences` without `checksDigests`.
  ///
  /// - Throws: `GitError` with code `.invalid` if a tree's entries are not in git's order.
  /// - Complexity: Two object reads; a tree that was read recently is not read again.
  package func changedEntries(
    of tree: ObjectID, since former: ObjectID
  ) throws(GitError) -> [(entry: TreeEntry, former: TreeEntry?)] {
    let newer = try storedTree(tree, checksDigest: false)
    let older = try storedTree(former, checksDigest: false)
    var changed: [(entry: TreeEntry, former: TreeEntry?)] = []
    try newer.compare(with: older) { index, formerIndex in
      guard let index else { return }
      changed.append((newer.entry(index), formerIndex.map(older.entry)))
    }
    return changed
  }

  private func subtree(_ path: String, of tree: ObjectID?) throws(GitError) -> ObjectID? {
    guard let tree, let entry = try treeEntry(at: path, in: tree) else { return nil }
    return entry.mode == .tree ? entry.id : nil
  }
}

/// Compares two trees by walking both in their sort order at the same time.
struct TreeComparison {
  let repository: Repository
  let limit: Int
  let checksDigests: Bool
  /// The number of differences and compared folders so far.
  private var count = 0

  init(repository: Repository, limit: Int, checksDigests: Bool) {
    (self.repository, self.limit, self.checksDigests) = (repository, limit, checksDigests)
  }

  mutating func compare(
    _ old: ObjectID?, _ new: ObjectID?, prefix: [UInt8], depth: Int,
    _ visit: (TreeDifference) -> Void
  ) throws(GitError) {
    if old == new { return }
    if depth > Repository.deepestTree {
      throw GitError(
        .invalid, "trees nest deeper than \(Repository.deepestTree)", operation: "compare trees")
    }
    let older = try tree(old ?? .emptyTree)
    let newer = try tree(new ?? .emptyTree)
    try newer.compare(with: older) { newIndex, oldIndex throws(GitError) in
      try record(
        oldIndex.map(older.entry), newIndex.map(newer.entry), prefix: prefix, depth: depth, visit)
    }
  }

  private func tree(_ id: ObjectID) throws(GitError) -> StoredTree {
    try repository.storedTree(id, checksDigest: checksDigests)
  }

  private mutating func count(upTo limit: Int) throws(GitError) {
    if count >= limit {
      throw GitError(.invalid, "more than \(limit) entries", operation: "compare trees")
    }
    count += 1
  }

  /// Visits the leaves at which two entries of the same name differ. Either entry may be missing.
  private mutating func record(
    _ old: TreeEntry?, _ new: TreeEntry?, prefix: [UInt8], depth: Int,
    _ visit: (TreeDifference) -> Void
  ) throws(GitError) {
    // Different bytes can stand for the same mode.
    if old == new { return }
    guard let name = old?.name ?? new?.name else { return }
    let oldLeaf = old?.mode == .tree ? nil : old
    let newLeaf = new?.mode == .tree ? nil : new
    if oldLeaf != nil || newLeaf != nil {
      try count(upTo: limit)
      visit(TreeDifference(path: prefix + name, old: oldLeaf, new: newLeaf))
    }
    let oldTree = old?.mode == .tree ? old?.id : nil
    let newTree = new?.mode == .tree ? new?.id : nil
    if oldTree == newTree { return }
    try count(upTo: limit)
    try compare(
      oldTree, newTree, prefix: prefix + name + [UInt8(ascii: "/")], depth: depth + 1, visit)
  }
}
