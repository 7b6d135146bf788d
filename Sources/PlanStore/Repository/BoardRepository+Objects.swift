import Git

extension BoardRepository {
  package func commit(_ id: ObjectID) throws(StoreError) -> Commit {
    try StoreError.wrapping(try git.commit(id))
  }

  package func commit(named revision: String) throws(StoreError) -> ObjectID? {
    try StoreError.wrapping(try git.commit(named: revision))
  }

  func writeCommit(_ draft: CommitDraft) throws(StoreError) -> ObjectID {
    try StoreError.wrapping(try git.writeCommit(draft))
  }

  /// Returns the tree of a commit; nil if `commit` is nil.
  func tree(of commit: ObjectID?) throws(StoreError) -> ObjectID? {
    if let commit { try self.commit(commit).tree } else { nil }
  }

  // MARK: - Folders

  func treeEntry(at path: String, in tree: ObjectID) throws(StoreError) -> TreeEntry? {
    try StoreError.wrapping(try git.treeEntry(at: path, in: tree))
  }

  func treeEntries(_ id: ObjectID) throws(StoreError) -> [TreeEntry] {
    try StoreError.wrapping(try git.treeEntries(id))
  }

  func treeEntries(
    named names: Set<[UInt8]>, in tree: ObjectID
  ) throws(StoreError) -> [TreeEntry] {
    try StoreError.wrapping(try git.treeEntries(named: names, in: tree))
  }

  func leaves(of tree: ObjectID, under path: String) throws(StoreError) -> [TreeLeaf] {
    try StoreError.wrapping(try git.leaves(of: tree, under: path))
  }

  func treeDifferences(
    from old: ObjectID?, to new: ObjectID?, under path: String? = nil, checksDigests: Bool = true
  ) throws(StoreError) -> [TreeDifference] {
    try StoreError.wrapping(
      try git.treeDifferences(from: old, to: new, under: path, checksDigests: checksDigests))
  }

  func writeTree(
    from base: ObjectID?, edits: [(path: String, edit: TreeEdit)]
  ) throws(StoreError) -> ObjectID {
    try StoreError.wrapping(try git.writeTree(from: base, edits: edits))
  }

  func plainTree(_ id: ObjectID) -> PlainTree? { git.plainTree(id) }

  // MARK: - Files

  func blob(_ id: ObjectID) throws(StoreError) -> [UInt8] {
    try StoreError.wrapping(try git.blob(id))
  }

  func blobSize(_ id: ObjectID) throws(StoreError) -> Int {
    try StoreError.wrapping(try git.blobSize(id))
  }

  func isBlob(_ id: ObjectID) throws(StoreError) -> Bool? {
    try StoreError.wrapping(try git.isBlob(id))
  }

  package func writeBlob(_ bytes: [UInt8]) throws(StoreError) -> ObjectID {
    try StoreError.wrapping(try git.writeBlob(bytes))
  }

  // MARK: - Objects together

  func keepInMemory() throws(StoreError) { try StoreError.wrapping(try git.keepInMemory()) }

  func withObjectBatch<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do { return try git.withObjectBatch { try body() } } catch {
      throw StoreError(error, during: "write a pack")
    }
  }
}
