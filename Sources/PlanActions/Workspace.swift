package import Git
package import PlanModel
package import PlanStore

/// A board of a repository as one person works on it; every face calls its actions.
///
/// Each action is an extension in a file of its own: a typed request in, a typed outcome back. An
/// action looks up what a request names on the board that the person saw (`decidedBoard`,
/// `Transaction.seen`), and what it depends on inside the change, on the newest board, so that a
/// column or a plan that was removed meanwhile is noticed.
package final class Workspace {
  package let store: BoardStore
  package let participant: Participant
  /// The commit of the board on which the person decides what to change; nil for the newest.
  private var basis: ObjectID?

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

  /// The clocks by which the person's days begin.
  package var clocks: LocalClocks { participant.clocks }

  /// Makes the changes that follow where they were decided: on the board at a commit.
  ///
  /// Where others have changed the same plans since, both changes are merged by field.
  ///
  /// - Parameter commit: 40 hexadecimal digits.
  package func decide(on commit: String) throws(Problem) {
    guard let id = ObjectID(hex: commit) else {
      throw .usage("'\(commit.excerpt)' is no id of a commit", hints: ["it has 40 digits"])
    }
    basis = id
  }

  /// Returns the board on which the person decides: by its numbers and words a request names lines, comments and plans.
  func decidedBoard() throws(StoreError) -> BoardSnapshot {
    try store.snapshot(decidedOn: basis)
  }

  /// The commit on which the person decides, in 40 digits; nil for the newest.
  var decidedCommit: String? { basis?.hex }

  // MARK: - Identity

  /// Returns the author and committer of a change made now, with a stamp of its own.
  ///
  /// - Parameter role: The role whose git identity is the person's. In a hook it is the
  ///   committer's: git sets the author's to that of the commit, who may be another person.
  package func author(as role: SignatureRole = .author) throws(StoreError) -> ChangeIdentity {
    guard let author = try identity(role), let committer = try identity(.committer) else {
      throw StoreError.noIdentity
    }
    var identity = ChangeIdentity(
      author: author, committer: committer, stamp: Stamp(at: now, using: &participant.random))
    identity.isRehearsal = participant.isRehearsing
    identity.basis = basis
    if !identity.isRehearsal { try installMergeDriver() }
    return identity
  }

  /// Sets pmgit as the driver with which git merges plans in this clone, unless another is set.
  ///
  /// Called by 'init' and by the first write or sync, so that merges by hand are right in every
  /// clone that uses pmgit.
  package func installMergeDriver() throws(StoreError) {
    guard try store.repository.configString(MergeDriver.key) == nil else { return }
    try store.repository.setConfig(MergeDriver.nameKey, MergeDriver.name)
    try store.repository.setConfig(MergeDriver.key, MergeDriver.command)
  }

  /// Returns the person in a role; nil if git has no identity. The author is whom the participant acts as.
  package func identity(_ role: SignatureRole) throws(StoreError) -> Signature? {
    if role == .author, let actor = participant.actor {
      return Signature(
        name: actor.name, email: actor.email, seconds: now.seconds,
        offsetMinutes: participant.clocks.minutesAheadOfUTC(at: now))
    }
    return try store.repository.identity(
      role, environment: participant.environment, seconds: now.seconds,
      offsetMinutes: participant.clocks.minutesAheadOfUTC(at: now))
  }

  /// Returns the person of `@me`; nil if git has no identity.
  package func me() throws(StoreError) -> Person? {
    try identity(.author).map { Person(name: $0.name, email: $0.email) }
  }

  /// Returns a person in the stored form: the typed text, or the git identity for `@me`.
  ///
  /// Names are not looked up; see `findPerson`.
  func person(_ text: String, field: String) throws -> String {
    guard ["me", "@me"].contains(text.lowercased()) else {
      return try Validation.line(text, field: field)
    }
    guard let identity = try identity(.author) else { throw StoreError.noIdentity }
    return Person(name: identity.name, email: identity.email).formatted
  }
}
