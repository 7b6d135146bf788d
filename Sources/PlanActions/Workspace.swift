package import Git
package import PlanModel
package import PlanStore

/// A repository's board as one person works on it; every user interface calls its actions.
///
/// Each action is a method in an extension: it takes a typed request and returns a typed outcome.
/// Names in a request are resolved on the board that the person saw (`basisBoard`,
/// `Transaction.basis`). Everything else is checked inside the change on the newest board, so that
/// a column or plan removed meanwhile is noticed.
package final class Workspace {
  package let store: BoardStore
  package let participant: Participant
  /// The folder in which the repository was looked for.
  let path: String
  /// The board's commit that the person saw when choosing what to change; nil for the newest.
  private var basis: ObjectID?
  /// The board as the earlier lines of a running batch leave it; nil outside a batch.
  var draft: BoardSnapshot?

  /// Opens a board for a participant.
  ///
  /// - Parameters:
  ///   - path: A folder in the repository.
  ///   - board: The board; nil for the default board of git's configuration.
  package init(at path: String, board: BoardName?, as participant: Participant) throws {
    store = try BoardStore(at: path, environment: participant.environment, board: board)
    (self.participant, self.path) = (participant, path)
    store.ruleRunner = { [weak self] transaction, author in
      try self?.runRules(on: &transaction, by: author) ?? []
    }
  }

  package var now: Timestamp { participant.now }

  /// The local clocks, which define when the person's days begin.
  package var clocks: LocalClocks { participant.clocks }

  /// Sets the commit of the board that the person saw; later changes are based on that commit.
  ///
  /// If others have changed the same plans since that commit, both changes are merged field by
  /// field.
  ///
  /// - Parameter commit: The commit's id, 40 hexadecimal digits.
  package func base(on commit: String) throws {
    guard let id = ObjectID(typed: commit) else {
      throw Problem.usage(
        "'\(commit.excerpt)' is not the id of a commit", hints: ["it has 40 digits"])
    }
    basis = id
  }

  /// Returns the board at the commit that was given to `base(on:)`, else the newest board; in a
  /// batch, the board as the earlier lines leave it. Line numbers, comment numbers and names in a
  /// request refer to this board.
  func basisBoard() throws -> BoardSnapshot {
    if let draft { return draft }
    return try store.snapshot(basis: basis, before: store.snapshot())
  }

  /// Whether a commit was given to `base(on:)`.
  var hasBasis: Bool { basis != nil }

  // MARK: - Identity

  /// Returns the author and committer of a change made now, with a new stamp. Sets the merge
  /// driver, too, unless it is a dry run.
  ///
  /// - Parameters:
  ///   - isOfHook: Whether to use the committer as the author too, unless the participant acts in
  ///     another name. In a hook, git's author is the author of the code commit, who may be another
  ///     person.
  ///   - stamp: The stamp of the values; nil for a new one.
  package func author(isOfHook: Bool = false, stamp: Stamp? = nil) throws -> ChangeIdentity {
    let isCommitter = isOfHook && participant.actor == nil
    guard let committer = try committer(), let author = isCommitter ? committer : try signature()
    else { throw StoreError.noIdentity }
    var identity = ChangeIdentity(
      author: author, committer: committer,
      stamp: stamp ?? Stamp(at: now, using: &participant.random), now: now,
      today: participant.today)
    identity.isDryRun = participant.isDryRun
    identity.basis = basis
    identity.agent = participant.agent
    if !identity.isDryRun { try installMergeDriver() }
    return identity
  }

  /// Returns the author of a change that must not need one; nil if there is no identity.
  func authorIfKnown() throws -> ChangeIdentity? {
    do {
      return try author()
    } catch StoreError.noIdentity {
      return nil
    }
  }

  /// Sets pmgit as this clone's merge driver for plans, unless another driver is set. Its own
  /// former command is replaced, because with it `git merge` would keep only one side.
  ///
  /// `init` and every write or sync call it, so that a manual `git merge` merges plans correctly in
  /// every clone that uses pmgit.
  package func installMergeDriver() throws {
    let found = try store.repository.configString(MergeDriver.key)
    guard found == nil || found == MergeDriver.former else { return }
    try store.repository.setConfig(MergeDriver.nameKey, MergeDriver.name)
    try store.repository.setConfig(MergeDriver.key, MergeDriver.command)
  }

  /// Returns the author of changes made now: the participant's `actor`, or else the git identity.
  /// Returns nil if there is neither.
  package func signature() throws -> Signature? {
    let minutes = participant.clocks.minutesAheadOfUTC(at: now)
    if let actor = participant.actor {
      return Signature(actor, at: now, minutesAheadOfUTC: minutes)
    }
    return try store.author(at: now, minutesAheadOfUTC: minutes)
  }

  /// Returns the committer of changes made now; nil if git has no identity.
  package func committer() throws -> Signature? {
    try store.committer(at: now, minutesAheadOfUTC: participant.clocks.minutesAheadOfUTC(at: now))
  }

  /// Returns the person that `@me` means; nil if there is neither an actor nor a git identity.
  package func me() throws -> Person? {
    try signature()?.person
  }

  /// Returns a person in stored form: the text as typed, or the git identity for `@me`.
  ///
  /// Names are not looked up; see `findPerson`.
  func person(_ text: String, field: String) throws -> String {
    guard Participant.isMe(text) else { return try Validation.line(text, field: field) }
    guard let me = try me() else { throw StoreError.noIdentity }
    return me.formatted
  }
}

/// A work tree that still shows the board as it was before a change.
package struct StaleWorktreeNotice: Sendable {
  package let folder: String
  package let reason: Problem
  /// The hint with the command that updates the work tree.
  package let hint: Hint

  init(_ update: WorktreeUpdate, _ error: GitProgramError) {
    folder = Problem.withoutSlash(update.worktree.folder)
    reason = Problem(error)
    let command = Hint([.command(["git", "-C", folder] + update.arguments)])
    hint = "update it with \(command), which overwrites nothing"
  }
}

extension Workspace {
  /// The libraries that pmgit uses, with their versions: `libgit2 1.5.1`.
  package static var libraries: [String] { BoardStore.libraries }

  /// Sets a callback for each work tree that could not follow the board's branch.
  package func onWorktreeLeftBehind(_ report: @escaping (StaleWorktreeNotice) -> Void) {
    store.onStaleWorktree = { report(StaleWorktreeNotice($0, $1)) }
  }

  /// Sets a callback for each time that another writer was faster on the remote.
  package func onLostRace(_ report: @escaping () -> Void) { store.onLostRace = report }

  /// Sets a callback for the progress of long reads; it gets nil at the end.
  package func onReading(_ report: @escaping (String?) -> Void) {
    store.onReading = { report($0?.words) }
  }

  /// Returns the longest time that a change may take: the wait for other writers, half a minute to
  /// make it, and a fetch and a push if the remote must accept it.
  package func longestChange() throws -> Duration {
    let exchange: Duration = try hasRemote ? store.settings.timeout * 2 : .zero
    return store.localTimeout + .seconds(30) + exchange
  }

  /// Sets the longest wait for other writers of the repository.
  package func wait(atMost timeout: Duration) { store.localTimeout = timeout }
}

extension ReadingProgress {
  fileprivate var words: String {
    let number = total.map { "\(done) of \($0)" } ?? "\(done)"
    return switch subject {
    case .plans: "reading the plans: \(number) …"
    case .lines: "reading the lines: \(number) …"
    case .imports: "writing the plans: \(number) …"
    case .commits: "reading the history: \(number) commits …"
    case .changes: "reading what was changed: \(number) commits …"
    }
  }
}
