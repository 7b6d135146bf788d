/// A path at which two trees differ.
package struct TreeDifference: Equatable, Sendable {
  /// The full path as raw bytes, its parts separated by `/`.
  package var path: [UInt8]

  /// The entry in the older tree; `nil` if the path is missing or a folder there.
  package var old: TreeEntry?

  /// The entry in the newer tree; `nil` if the path is missing or a folder there.
  package var new: TreeEntry?

  /// Creates a difference to compare with one that was found.
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
  /// If a file became a folder, the result has one removed path and one added path for each file.
  ///
  /// - Parameters:
  ///   - old: The older tree; `nil` for an empty one.
  ///   - new: The newer tree; `nil` for an empty one.
  ///   - path: The folder to compare; `nil` for the whole trees.
  ///   - limit: The largest number of differences and compared folders together.
  ///   - checksDigests: Whether to compare each tree's digest with its id. Skipping this makes
  ///     reading a whole history faster. git itself does not check the digests of objects in packs
  ///     either.
  /// - Throws: `GitError` with code `.invalid` if a tree's entries are not in git's order or trees
  ///   nest too deep. The code is the same for more than `limit` differences and folders.
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
