package import Git

/// The repository of a board, through which the store and the actions call git.
///
/// Each method calls the one of `Repository` with the same name and wraps its error in a
/// `StoreError`. Code that needs git's own error, such as a search for damage, uses `git`.
package struct BoardRepository {
  package let git: Repository

  package init(_ repository: Repository) { git = repository }

  /// Opens the repository at or above a path.
  package init(at path: String, environment: [String: String]) throws(StoreError) {
    do {
      git = try Repository.discover(from: path, environment: environment)
    } catch {
      throw error.code == .notFound && error.cause == nil
        ? .noRepository(path: path) : .git(error)
    }
  }
}

// MARK: - Folders

extension BoardRepository {
  package var gitDirectory: String { git.gitDirectory }
  package var commonDirectory: String { git.commonDirectory }
  package var workTree: String? { git.workTree }
  package var operation: String? { git.operation }

  var isPartialClone: Bool {
    get throws(StoreError) { try StoreError.wrapping(try git.isPartialClone) }
  }

  var isDueForMaintenance: Bool {
    get throws(StoreError) { try StoreError.wrapping(try git.isDueForMaintenance) }
  }

  /// Returns the git program for this repository.
  func program(environment: [String: String]) -> GitProgram {
    git.program(environment: environment)
  }

  func worktrees(
    havingCheckedOut branch: String
  ) throws(StoreError) -> [BranchWorktree] {
    try StoreError.wrapping(try git.worktrees(havingCheckedOut: branch))
  }

  var rebasedBranch: String? {
    get throws(StoreError) { try StoreError.wrapping(try git.rebasedBranch) }
  }

  func lockFiles(for references: [String]) throws(StoreError) -> [LockFile] {
    try StoreError.wrapping(try git.lockFiles(for: references))
  }

  package func use(of lock: LockFile) throws(StoreError) -> LockUse {
    try StoreError.wrapping(try git.use(of: lock))
  }

  func remove(_ lock: LockFile) throws(StoreError) -> Bool {
    try StoreError.wrapping(try git.remove(lock))
  }
}

// MARK: - Configuration

extension BoardRepository {
  package func configString(_ key: String) throws(StoreError) -> String? {
    try StoreError.wrapping(try git.configString(key))
  }

  package func configStrings(_ key: String) throws(StoreError) -> [String] {
    try StoreError.wrapping(try git.configStrings(key))
  }

  package func configStrings(
    section: String, name: String
  ) throws(StoreError) -> [String: String] {
    try StoreError.wrapping(try git.configStrings(section: section, name: name))
  }

  package func configStrings(in section: String) throws(StoreError) -> [String: String] {
    try StoreError.wrapping(try git.configStrings(in: section))
  }

  package func configBool(_ key: String) throws(StoreError) -> Bool? {
    try StoreError.wrapping(try git.configBool(key))
  }

  package func setConfig(_ key: String, _ value: String) throws(StoreError) {
    try StoreError.wrapping(try git.setConfig(key, value))
  }

  package func unsetConfig(_ key: String) throws(StoreError) {
    try StoreError.wrapping(try git.unsetConfig(key))
  }

  package func remoteNames() throws(StoreError) -> [String] {
    try StoreError.wrapping(try git.remoteNames())
  }

  func trackingReference(of reference: String, on remote: String) throws(StoreError) -> String? {
    try StoreError.wrapping(try git.trackingReference(of: reference, on: remote))
  }

  func identity(
    _ role: SignatureRole, environment: [String: String], seconds: Int64, offsetMinutes: Int
  ) throws(StoreError) -> Signature? {
    try StoreError.wrapping(
      try git.identity(
        role, environment: environment, seconds: seconds, offsetMinutes: offsetMinutes))
  }

  func plainTrailers(of message: [UInt8]) throws(StoreError) -> String? {
    try StoreError.wrapping(try git.plainTrailers(of: message))
  }
}

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

  func blobID(of bytes: [UInt8]) throws(StoreError) -> ObjectID {
    try StoreError.wrapping(try git.blobID(of: bytes))
  }

  func isBlob(_ id: ObjectID) throws(StoreError) -> Bool? {
    try StoreError.wrapping(try git.isBlob(id))
  }

  package func writeBlob(_ bytes: [UInt8]) throws(StoreError) -> ObjectID {
    try StoreError.wrapping(try git.writeBlob(bytes))
  }

  // MARK: - Objects together

  func keepInMemory() throws(StoreError) { try StoreError.wrapping(try git.keepInMemory()) }

  /// - Throws: Any error of `body`.
  func withTemporaryObjects<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try git.withTemporaryObjects(body) } catch let error as GitError {
      throw StoreError.git(error)
    }
  }

  /// - Throws: Any error of `body`.
  func withObjectBatch<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try git.withObjectBatch(body) } catch let error as GitError {
      throw StoreError.git(error)
    }
  }

  func withObjectBatch<Result>(
    _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    do { return try git.withObjectBatch { try body() } } catch {
      throw StoreError(error, during: "write a pack")
    }
  }
}

extension BoardRepository {
  func reference(_ name: String) throws(StoreError) -> ObjectID? {
    try StoreError.wrapping(try git.reference(name))
  }

  func symbolicTarget(of name: String) throws(StoreError) -> String? {
    try StoreError.wrapping(try git.symbolicTarget(of: name))
  }

  func references(under prefix: String) throws(StoreError) -> [NamedReference] {
    try StoreError.wrapping(try git.references(under: prefix))
  }

  func updateReference(
    _ name: String, to target: ObjectID, expecting expected: ObjectID?, reflog: String,
    who: Signature
  ) throws(StoreError) -> ReferenceUpdate {
    try StoreError.wrapping(
      try git.updateReference(name, to: target, expecting: expected, reflog: reflog, who: who))
  }

  func requireDirect(_ name: String, for operation: String) throws(StoreError) {
    try StoreError.wrapping(try git.requireDirect(name, for: operation))
  }

  func requireFree(_ name: String, for operation: String) throws(StoreError) {
    try StoreError.wrapping(try git.requireFree(name, for: operation))
  }

  func reflog(of name: String) throws(StoreError) -> [ReferenceMove] {
    try StoreError.wrapping(try git.reflog(of: name))
  }

  func lastMoveOfHead() throws(StoreError) -> HeadMove? {
    try StoreError.wrapping(try git.lastMoveOfHead())
  }

  // MARK: - History

  var shallowCommits: Set<ObjectID> {
    get throws(StoreError) { try StoreError.wrapping(try git.shallowCommits) }
  }

  func mergeBases(_ one: ObjectID, _ other: ObjectID) throws(StoreError) -> [ObjectID] {
    try StoreError.wrapping(try git.mergeBases(one, other))
  }

  func isAncestor(_ ancestor: ObjectID, of descendant: ObjectID) throws(StoreError) -> Bool {
    try StoreError.wrapping(try git.isAncestor(ancestor, of: descendant))
  }

  func aheadBehind(
    local: ObjectID, upstream: ObjectID
  ) throws(StoreError) -> (ahead: Int, behind: Int) {
    try StoreError.wrapping(try git.aheadBehind(local: local, upstream: upstream))
  }

  func commits(
    from tips: [ObjectID], hiding hidden: [ObjectID] = [], limit: Int? = nil,
    order: CommitOrder = .newestFirst
  ) throws(StoreError) -> [ObjectID] {
    try StoreError.wrapping(try git.commits(from: tips, hiding: hidden, limit: limit, order: order))
  }
}

/// Creates folders, and runs git outside of any repository.
package enum RepositoryMaking {
  /// Runs git, and fails if git fails.
  package static func git(
    _ arguments: [String], in folder: String?, _ environment: [String: String]
  ) async throws(StoreError) {
    let program = GitProgram(
      environment: environment, gitDirectory: nil, workingDirectory: folder)
    do {
      try await program.succeed(arguments, deadline: .seconds(60))
    } catch {
      throw .program(error)
    }
  }

  /// Creates a folder, which must not exist yet.
  package static func makeFolder(_ path: String) throws(StoreError) {
    try StoreError.wrapping(try Folder.make(path))
  }

  /// Creates a folder with a unique name in another one, and returns its path.
  package static func makeTemporaryFolder(
    in parent: String, named name: String
  ) throws(StoreError) -> String {
    try StoreError.wrapping(try Folder.makeTemporary(in: parent, named: name))
  }

  /// Removes a temporary folder and its contents. Failures are ignored.
  package static func removeFolder(_ path: String) { Folder.remove(path) }
}
