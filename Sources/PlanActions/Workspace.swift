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
    guard let id = ObjectID(typed: commit) else {
      throw .usage("'\(commit.excerpt)' is no id of a commit", hints: ["it has 40 digits"])
    }
    basis = id
  }

  /// Returns the board on which the person decides: by its numbers and words a request names lines, comments and plans.
  func decidedBoard() throws(StoreError) -> BoardSnapshot {
    try store.snapshot(decidedOn: basis)
  }

  /// The commit on which the person decides, in 40 digits; nil for the newest.
  var decidedCommit: String? { basis.map { CommitID($0).hex } }

  // MARK: - Identity

  /// Returns the author and committer of a change made now, with a stamp of its own.
  ///
  /// - Parameter isOfHook: Whether the author is the committer, as in a hook: git sets the author's identity there to
  ///   that of the commit, who may be another person.
  package func author(isOfHook: Bool = false) throws(StoreError) -> ChangeIdentity {
    guard let committer = try committer(), let author = isOfHook ? committer : try signature()
    else { throw StoreError.noIdentity }
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

  /// Returns the author of changes that are made now, who is whom the participant acts as; nil if git has no identity.
  package func signature() throws(StoreError) -> Signature? {
    let minutes = participant.clocks.minutesAheadOfUTC(at: now)
    if let actor = participant.actor {
      return Signature(actor, at: now, minutesAheadOfUTC: minutes)
    }
    return try store.author(at: now, minutesAheadOfUTC: minutes)
  }

  /// Returns the committer of changes that are made now; nil if git has no identity.
  package func committer() throws(StoreError) -> Signature? {
    try store.committer(
      at: now, minutesAheadOfUTC: participant.clocks.minutesAheadOfUTC(at: now))
  }

  /// Returns the person of `@me`; nil if git has no identity.
  package func me() throws(StoreError) -> Person? {
    try signature()?.person
  }

  /// Returns a person in the stored form: the typed text, or the git identity for `@me`.
  ///
  /// Names are not looked up; see `findPerson`.
  func person(_ text: String, field: String) throws -> String {
    guard ["me", "@me"].contains(text.lowercased()) else {
      return try Validation.line(text, field: field)
    }
    guard let me = try me() else { throw StoreError.noIdentity }
    return me.formatted
  }
}
