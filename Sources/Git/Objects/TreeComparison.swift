/// Compares two trees by walking both in their sort order at the same time.
struct TreeComparison {
  let repository: Repository
  let limit: Int
  let checksDigests: Bool
  var differences: [TreeDifference] = []
  private var folders = 0

  init(repository: Repository, limit: Int, checksDigests: Bool) {
    self.repository = repository
    self.limit = limit
    self.checksDigests = checksDigests
  }

  mutating func compare(
    _ old: ObjectID?, _ new: ObjectID?, prefix: [UInt8], depth: Int
  ) throws(GitError) {
    if old == new { return }
    if depth > Repository.deepestTree {
      throw GitError(
        .invalid, "trees nest deeper than \(Repository.deepestTree)", operation: "compare trees")
    }
    let older = try tree(old ?? .emptyTree)
    let newer = try tree(new ?? .emptyTree)
    var (oldIndex, newIndex) = (0, 0)
    while oldIndex < older.count || newIndex < newer.count {
      var order = 0
      if oldIndex == older.count {
        order = 1
      } else if newIndex == newer.count {
        order = -1
      } else if older.isEntry(oldIndex, sameAs: newIndex, of: newer) {
        (oldIndex, newIndex) = (oldIndex + 1, newIndex + 1)
        continue
      } else {
        order = older.order(oldIndex, newIndex, of: newer)
      }
      try record(
        order <= 0 ? older.entry(oldIndex) : nil, order >= 0 ? newer.entry(newIndex) : nil,
        prefix: prefix, depth: depth)
      if order <= 0 { oldIndex += 1 }
      if order >= 0 { newIndex += 1 }
    }
  }

  private func tree(_ id: ObjectID) throws(GitError) -> StoredTree {
    checksDigests
      ? try repository.trees.tree(id, in: repository)
      : try repository.uncheckedTrees.tree(id, in: repository)
  }

  private func checkLimit() throws(GitError) {
    if differences.count + folders >= limit {
      throw GitError(.invalid, "more than \(limit) entries", operation: "compare trees")
    }
  }

  /// Records the leaves at which two entries of the same name differ. Either entry may be missing.
  private mutating func record(
    _ old: TreeEntry?, _ new: TreeEntry?, prefix: [UInt8], depth: Int
  ) throws(GitError) {
    // Different bytes can stand for the same mode.
    if old == new { return }
    guard let name = old?.name ?? new?.name else { return }
    let oldLeaf = old?.mode == .tree ? nil : old
    let newLeaf = new?.mode == .tree ? nil : new
    if oldLeaf != nil || newLeaf != nil {
      try checkLimit()
      differences.append(TreeDifference(path: prefix + name, old: oldLeaf, new: newLeaf))
    }
    let oldTree = old?.mode == .tree ? old?.id : nil
    let newTree = new?.mode == .tree ? new?.id : nil
    if oldTree == newTree { return }
    try checkLimit()
    folders += 1
    try compare(oldTree, newTree, prefix: prefix + name + [UInt8(ascii: "/")], depth: depth + 1)
  }
}
