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
