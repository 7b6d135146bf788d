package import Git
package import PlanModel

/// The failures of opening, reading, changing or sharing a board. Errors of git are thrown
/// unchanged, except those of a remote, which become `.remote`.
///
/// The folder `Problems` of PlanActions has the message and the hints of each case.
package enum StoreError: Error {
  /// git could not fetch from a remote or push to it.
  case remote(String, GitProgramError)
  /// There is no repository at the path or above it.
  case noRepository(path: String)
  /// The board exists neither locally nor as a fetched branch; `remote` names a remote that may
  /// have it, and `others` are the boards that exist.
  case noBoard(BoardName, remote: String?, others: [BoardName] = [])
  /// The board's branch only points to the board, which is in the repository at this address.
  case elsewhere(BoardName, address: String)
  /// The board is not shared with the repository to which its branch points.
  case refusedHome(BoardName, address: String, HomeRefusal)
  /// The board was written by a newer pmgit.
  case formatTooNew(BoardName, found: Int)
  /// One plan was written by a newer pmgit.
  case planFormatTooNew(PlanID, found: Int)
  /// The board's settings file, `board.json`, is missing or unreadable, and no older version is
  /// readable.
  case unreadableBoard(BoardName, reason: String)
  /// `board.json` was broken in this clone, so the board is not pushed. `by` is the commit that
  /// broke it, if it was found.
  case brokenSettings(BoardName, reason: String, by: Commit?)
  case unreadablePlan(PlanID, reason: String)
  /// The plan's file would be too long to be read back.
  case planTooLarge(PlanID, bytes: Int)
  /// The board's settings file would be too long to be read back.
  case boardTooLarge(BoardName, bytes: Int)
  /// The board has a file where pmgit needs this folder.
  case noFolder(String)
  /// - Parameter inTitles: Whether titles were searched, too.
  case unknownPlan(typed: String, inTitles: Bool = false)
  /// The plan's file was renamed by hand and is now at a wrong path.
  case misplacedPlan(PlanID, path: String)
  /// No commit of the board's history has a readable version of the plan.
  case nothingToRestore(PlanID)
  case ambiguousPlan(AmbiguousName)
  /// A column's rule forbids moving a plan into it from the plan's present column.
  case columnRule(ColumnRule.Violation)
  /// A new plan has the id of a plan that is already on the board.
  case planExists(PlanID)
  /// The typed text can't be the beginning of an id. Aliases that end with it may be meant.
  ///
  /// - Parameter inTitles: Whether titles were searched, too.
  case notAnID(typed: String, aliases: [String] = [], inTitles: Bool = false)
  /// The typed text names no commit of a board.
  case noCommit(typed: String)
  /// The commit on which a change is based is not in the board's history.
  case notInHistory(BoardName, ObjectID)
  /// The board's history begins after the requested moment.
  case noBoardThen(BoardName, Timestamp)
  /// git's configuration and the environment lack the user's name or address.
  case noIdentity
  /// There is no remote to share with; `configured` is the requested name, `candidates` are the
  /// remotes that exist.
  case noRemote(configured: String?, candidates: [String])
  /// The remote does not have the board.
  case noRemoteBoard(BoardName, remote: String)
  /// The remote's host refused the push, for example because of a hook or a protected branch.
  case refused(remote: String, RefusalReason, RemoteMessages)
  /// Other writers moved the branch first at every try until the time limit. `remote` is nil for
  /// the local branch.
  case contention(BoardName, remote: String?, after: Duration)
  /// At every try, the remote's branch was locked by the file `lock` and did not move.
  case remoteLocked(remote: String, lock: String)
  /// Another pmgit holds the writers' lock.
  case busy(lock: String)
  /// A path that pmgit uses in the git directory is a symbolic link.
  case symbolicLink(path: String)
  /// A lock file can't be removed, because a program uses it or may use it. `by` is the program;
  /// nil if unknown.
  case lockInUse(path: String, by: String?)
  /// A push was requested, but the remote has commits that are not in this clone.
  case behindRemote(BoardName, remote: String)
  /// A commit can't be used as a board, or would be harmful. `path` is the wrong file or folder;
  /// empty for the commit itself.
  case unsafeHead(commit: ObjectID, path: String, reason: String)
  /// A work tree has the board's branch checked out and can't be updated when the branch moves.
  case checkedOut(BoardName, path: String, WorktreeObstacle)
  case invalidBoardName(String)
  case shallow
  /// The clone was made with a filter that left out parts of the board.
  case partialClone(path: String)
  /// A setting in git's configuration has a value that pmgit can't use.
  case invalidSetting(key: String, value: String, expected: String)

  /// Whether the error says that a text names no plan, several plans, or a plan at a wrong path.
  package var isAboutID: Bool {
    switch self {
    case .unknownPlan, .misplacedPlan, .ambiguousPlan, .notAnID: true
    default: false
    }
  }

  /// Whether the error is about a text that is neither the id of a plan nor the beginning of one.
  package var isUnknownName: Bool {
    switch self {
    case .unknownPlan, .notAnID: true
    default: false
    }
  }

  /// Whether it is unknown after this error if the remote has accepted a push.
  package var leavesPushUnknown: Bool {
    if case .remote(_, let error) = self { error.leavesPushUnknown } else { false }
  }

  /// Whether the error means that the board's settings can't be used.
  var isAboutSettings: Bool {
    switch self {
    case .unreadableBoard, .brokenSettings, .formatTooNew: true
    default: false
    }
  }

  /// Whether the error concerns a single plan, so that other plans can still be changed.
  var isAboutOnePlan: Bool {
    switch self {
    case .unreadablePlan, .planFormatTooNew, .planTooLarge: true
    default: isAboutID
    }
  }
}
