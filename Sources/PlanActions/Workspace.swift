package import Git
package import PlanModel
package import PlanStore

/// A board of a repository as one person works on it: what every face calls.
///
/// Each action is an extension in a file of its own: a typed request in, a typed outcome back. What
/// an action depends on is looked up on the newest board, inside the change, so that a column or a
/// plan that went meanwhile is noticed.
package final class Workspace {
  package let store: BoardStore
  package let participant: Participant

  /// - Parameters:
  ///   - path: A folder in the repository.
  ///   - board: The board; nil for the one that git's configuration names.
  package init(
    at path: String, board: BoardName?, as participant: Participant
  ) throws(StoreError) {
    store = try BoardStore(at: path, environment: participant.environment, board: board)
    self.participant = participant
  }

  package var now: Timestamp { participant.now }

  // MARK: - Who acts

  /// Who makes a change now, with a stamp of its own.
  ///
  /// - Parameter role: Where the person's identity is. In a hook it is the committer's: git sets the
  ///   author's to that of the commit, which may be somebody else.
  package func author(as role: SignatureRole = .author) throws(StoreError) -> ChangeIdentity {
    guard let author = try identity(role), let committer = try identity(.committer) else {
      throw StoreError.noIdentity
    }
    try installMergeDriver()
    return ChangeIdentity(
      author: author, committer: committer, stamp: Stamp(at: now, using: &participant.random))
  }

  /// Tells git to merge plans with pmgit, in this clone, unless somebody set it otherwise.
  ///
  /// Done by 'init' and by the first write or sync, so that a clone that was never told of pmgit
  /// merges right by hand as well.
  package func installMergeDriver() throws(StoreError) {
    try git { () throws(GitError) in
      guard try store.repository.configString(MergeDriver.key) == nil else { return }
      try store.repository.setConfig(MergeDriver.nameKey, MergeDriver.name)
      try store.repository.setConfig(MergeDriver.key, MergeDriver.command)
    }
  }

  /// The person in a role; nil where git knows none.
  package func identity(_ role: SignatureRole) throws(StoreError) -> Signature? {
    try git { () throws(GitError) in
      try store.repository.identity(
        role, environment: participant.environment, seconds: now.seconds,
        offsetMinutes: participant.minutesAheadOfUTC)
    }
  }

  /// The person whom `@me` means; nil where git has no identity.
  package func me() throws(StoreError) -> Person? {
    try identity(.author).map { Person(name: $0.name, email: $0.email) }
  }

  /// A person as they are kept: what was typed, or for `@me` the git identity.
  func person(_ text: String, field: String) throws -> String {
    guard text.lowercased() == "@me" else { return try Validation.line(text, field: field) }
    guard let identity = try identity(.author) else { throw StoreError.noIdentity }
    return identity.formatted
  }
}
