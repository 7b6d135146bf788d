import CGit2

/// The walk of two trees side by side, in the order that both are sorted in.
struct TreeComparison {
  let repository: Repository
  let limit: Int
  var differences: [TreeDifference] = []
  private var folders = 0

  init(repository: Repository, limit: Int) {
    self.repository = repository
    self.limit = limit
  }

  mutating func compare(
    _ old: ObjectID?, _ new: ObjectID?, prefix: [UInt8], depth: Int
  ) throws(GitError) {
    if old == new { return }
    if depth > Repository.deepestTree {
      throw GitError(
        .invalid, "trees nest deeper than \(Repository.deepestTree)", operation: "compare trees")
    }
    let older = try repository.openTree(old ?? .emptyTree)
    let newer = try repository.openTree(new ?? .emptyTree)
    var olderCursor = TreeCursor(tree: older.raw, id: old ?? .emptyTree)
    var newerCursor = TreeCursor(tree: newer.raw, id: new ?? .emptyTree)
    while true {
      switch (olderCursor.current, newerCursor.current) {
      case (nil, nil):
        return
      case (let entry?, nil):
        try record(entry, nil, prefix: prefix, depth: depth)
        try olderCursor.advance()
      case (nil, let entry?):
        try record(nil, entry, prefix: prefix, depth: depth)
        try newerCursor.advance()
      case (let oldEntry?, let newEntry?):
        let order = git_tree_entry_cmp(oldEntry, newEntry)
        if order == 0 {
          try record(oldEntry, newEntry, prefix: prefix, depth: depth)
        } else {
          try record(
            order < 0 ? oldEntry : nil, order < 0 ? nil : newEntry, prefix: prefix, depth: depth)
        }
        if order <= 0 { try olderCursor.advance() }
        if order >= 0 { try newerCursor.advance() }
      }
    }
  }

  private func checkLimit() throws(GitError) {
    if differences.count + folders >= limit {
      throw GitError(.invalid, "more than \(limit) entries", operation: "compare trees")
    }
  }

  /// Records the leaves in which two entries of one name differ; either may be missing.
  private mutating func record(
    _ old: OpaquePointer?, _ new: OpaquePointer?, prefix: [UInt8], depth: Int
  ) throws(GitError) {
    if let old, let new, git_oid_equal(git_tree_entry_id(old), git_tree_entry_id(new)) == 1,
      git_tree_entry_filemode(old) == git_tree_entry_filemode(new)
    {
      return
    }
    let oldEntry = old.map { TreeEntry($0) }
    let newEntry = new.map { TreeEntry($0) }
    guard let name = oldEntry?.name ?? newEntry?.name else { return }

    let oldLeaf = oldEntry?.mode == .tree ? nil : oldEntry
    let newLeaf = newEntry?.mode == .tree ? nil : newEntry
    if oldLeaf != nil || newLeaf != nil {
      try checkLimit()
      differences.append(TreeDifference(path: prefix + name, old: oldLeaf, new: newLeaf))
    }
    let oldTree = oldEntry?.mode == .tree ? oldEntry?.id : nil
    let newTree = newEntry?.mode == .tree ? newEntry?.id : nil
    if oldTree == newTree { return }
    try checkLimit()
    folders += 1
    try compare(oldTree, newTree, prefix: prefix + name + [UInt8(ascii: "/")], depth: depth + 1)
  }
}

/// A position in a tree that moves forward, and checks on the way that the tree is sorted.
private struct TreeCursor {
  private let tree: OpaquePointer
  private let id: ObjectID
  private let count: Int
  private var index = 0

  /// The entry at this position, or `nil` at the end.
  private(set) var current: OpaquePointer?

  /// Creates a cursor at the first entry of `tree`, a `git_tree` that outlives the cursor.
  init(tree: OpaquePointer, id: ObjectID) {
    self.tree = tree
    self.id = id
    count = git_tree_entrycount(tree)
    current = git_tree_entry_byindex(tree, 0)
  }

  mutating func advance() throws(GitError) {
    index += 1
    guard index < count else {
      current = nil
      return
    }
    let next = git_tree_entry_byindex(tree, index)
    if git_tree_entry_cmp(current, next) >= 0 {
      throw GitError(.invalid, "entries are not in order", operation: "compare tree \(id)")
    }
    current = next
  }
}
