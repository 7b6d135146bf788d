package import Git
package import PlanModel

/// The failures of opening, reading, changing or sharing a board.
///
/// Every case is worded, with its hints, in the folder `Problems` of PlanActions.
package enum StoreError: Error {
  case git(GitError)
  case program(GitProgramError)
  /// git could not fetch from a remote or push to it.
  case remote(String, GitProgramError)
  /// There is no repository at the path or above it.
  case noRepository(path: String)
  /// Neither a local board nor a fetched one; `remote` names a remote that may have it.
  case noBoard(BoardName, remote: String?, others: [BoardName] = [])
  /// The board was written by a newer pmgit.
  case formatTooNew(BoardName, found: Int)
  /// One plan was written by a newer pmgit.
  case planFormatTooNew(PlanID, found: Int)
  /// The board's own file, `board.json`, is missing or can't be read, and never could be.
  case unreadableBoard(BoardName, reason: String)
  /// `board.json` was broken here, by the commit that is named, and is not sent to others.
  case brokenSettings(BoardName, reason: String, by: FileOrigin?)
  case unreadablePlan(PlanID, reason: String)
  /// The plan's file would be too long to be read back.
  case planTooLarge(PlanID, bytes: Int)
  case unknownPlan(typed: String)
  /// The plan's file was renamed by hand, and stands at another path than its own.
  case misplacedPlan(PlanID, path: String)
  /// The plan is in no commit of the board's history, or in none that can be read.
  case nothingToRestore(PlanID)
  case ambiguousPlan(AmbiguousName)
  /// The rule of the column forbids the plan to come to it from its present column.
  case columnRule(ColumnRule.Violation)
  /// A new plan was given the id of a plan on the board.
  case planExists(PlanID)
  /// The typed text can't be the beginning of an id.
  case notAnID(typed: String)
  /// The typed text names no commit that holds a board.
  case noCommit(typed: String)
  /// The commit on which a change was decided is not in the board's history, or not any more.
  case notInHistory(BoardName, ObjectID)
  /// The board's history begins after the requested moment.
  case noBoardThen(BoardName, Timestamp)
  /// Git has neither a name nor an address for the person.
  case noIdentity
  /// There is no remote to share with; `configured` is the requested name, `candidates` are the
  /// remotes that exist.
  case noRemote(configured: String?, candidates: [String])
  /// The remote does not have the board.
  case noRemoteBoard(BoardName, remote: String)
  /// The remote's host refuses the board: a hook or a protected branch.
  case refused(remote: String, PushRefusal)
  /// Other writers won every race, here or on a remote, until the time was over.
  case contention(BoardName, remote: String?, after: Duration)
  /// The remote's branch was locked at every try, by the named file, and did not move.
  case remoteLocked(remote: String, lock: String)
  /// Another pmgit holds the writers' lock.
  case busy(lock: String)
  /// A symbolic link stands where pmgit has a file or a folder of its own in the git directory.
  case symbolicLink(path: String)
  /// A lock file to be removed is in use by a running program; `by` is nil if it can't be found.
  case lockInUse(path: String, by: String?)
  /// The remote has commits that are not here yet, and only a push was requested.
  case behindRemote(BoardName, remote: String)
  /// The fetched head would do harm.
  case unsafeHead(commit: ObjectID, path: String, reason: String)
  /// A work tree has the board's branch checked out, and can't follow when it moves.
  case checkedOut(BoardName, path: String, WorktreeObstacle)
  case invalidBoardName(String)
  case shallow
  /// The clone was made with a filter that left out a part of the board.
  case partialClone(path: String)
  /// A setting in git's configuration has a value that pmgit can't use.
  case invalidSetting(key: String, value: String, expected: String)
}

extension StoreError {
  /// Calls git, and wraps its error.
  static func wrapping<Result: ~Copyable>(
    _ call: @autoclosure () throws(GitError) -> Result
  ) throws(StoreError) -> Result {
    do { return try call() } catch { throw .git(error) }
  }

  /// Wraps the error of a call that runs both git and a closure of the store.
  init(_ error: any Error, during operation: String) {
    switch error {
    case let error as StoreError: self = error
    case let error as GitError: self = .git(error)
    case let error as GitProgramError: self = .program(error)
    default: self = .git(GitError(.generic, "\(error)", operation: operation))
    }
  }

  /// Whether it only says that a text names no plan, or several.
  package var isAboutID: Bool {
    switch self {
    case .unknownPlan, .misplacedPlan, .ambiguousPlan, .notAnID: true
    default: false
    }
  }

  /// Whether it is about a push that the remote may have accepted all the same.
  package var leavesPushUnknown: Bool {
    if case .remote(_, let error) = self { error.leavesPushUnknown } else { false }
  }

  /// Whether it says that the settings of a board can't be used.
  var isAboutSettings: Bool {
    switch self {
    case .unreadableBoard, .brokenSettings, .formatTooNew: true
    default: false
    }
  }

  /// Whether other plans can still be changed.
  var isAboutOnePlan: Bool {
    switch self {
    case .unreadablePlan, .planFormatTooNew, .planTooLarge: true
    default: isAboutID
    }
  }
}
