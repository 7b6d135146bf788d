/// A path at which two trees differ.
package struct TreeDifference: Equatable, Sendable {
  /// The full path as raw bytes, its parts separated by `/`.
  package var path: [UInt8]

  /// The entry in the older tree, which is no tree; `nil` if there is none.
  package var old: TreeEntry?

  /// The entry in the newer tree, which is no tree; `nil` if there is none.
  package var new: TreeEntry?

  /// Creates a difference, to compare with one that was found.
  package init(path: [UInt8], old: TreeEntry?, new: TreeEntry?) {
    self.path = path
    self.old = old
    self.new = new
  }

  /// The path as text, or `nil` if it is not UTF-8.
  package var pathString: String? { String(validating: path, as: UTF8.self) }
}

extension Repository {
  /// Returns the paths at which two trees differ, in the order of `git diff-tree -r --no-renames`.
  ///
  /// A file that became a folder gives one removed path and several added ones.
  ///
  /// - Parameters:
  ///   - old: The older tree; `nil` for none.
  ///   - new: The newer tree; `nil` for none.
  ///   - path: A folder to look in; `nil` for everything.
  ///   - limit: The most differences to return, and folders to compare on the way.
  ///   - checksDigests: Whether each tree's digest is compared with its id. Reading a whole history is faster
  ///     without; git itself does not compute the digests of objects that it reads from packs.
  /// - Throws: `GitError` with code `.invalid` if a tree's entries are not in git's order, if trees
  ///   nest too deep, or if there are more than `limit` differences and folders.
  /// - Complexity: One object read for each folder that differs; equal folders are not read.
  package func treeDifferences(
    from old: ObjectID?, to new: ObjectID?, under path: String? = nil, limit: Int = largestTree,
    checksDigests: Bool = true
  ) throws(GitError) -> [TreeDifference] {
    var comparison = TreeComparison(
      repository: self, limit: limit, checksDigests: checksDigests)
    if let path {
      let folders = (try subtree(path, of: old), try subtree(path, of: new))
      try comparison.compare(folders.0, folders.1, prefix: Array("\(path)/".utf8), depth: 0)
    } else {
      try comparison.compare(old, new, prefix: [], depth: 0)
    }
    return comparison.differences
  }

  private func subtree(_ path: String, of tree: ObjectID?) throws(GitError) -> ObjectID? {
    guard let tree, let entry = try treeEntry(at: path, in: tree) else { return nil }
    return entry.mode == .tree ? entry.id : nil
  }
}
