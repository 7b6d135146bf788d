package import Git
package import PlanModel

/// Why a board could not be opened, read, changed or shared.
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
  case noBoard(BoardName, remote: String?)
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
  /// - Parameters:
  ///   - candidates: The first plans of those that it may be.
  ///   - count: How many those are.
  case ambiguousPlan(typed: String, candidates: [Plan], count: Int)
  case ambiguousAlias(String, candidates: [Plan], count: Int)
  /// The board does not let the plan come to the column from where it is.
  case columnRule(ColumnRule.Violation)
  /// A new plan was given an id that the board has.
  case planExists(PlanID)
  /// What was typed can't be the beginning of an id.
  case notAnID(typed: String)
  /// What was typed is no commit that holds a board.
  case noCommit(typed: String)
  /// The board's history begins after the moment that was asked for.
  case noBoardThen(BoardName, Timestamp)
  /// Git has neither a name nor an address for the person.
  case noIdentity
  /// There is no remote to share with; `configured` is the name that was asked for, `candidates`
  /// are those that there are.
  case noRemote(configured: String?, candidates: [String])
  /// The remote does not have the board.
  case noRemoteBoard(BoardName, remote: String)
  /// The remote's host would not take the board: a hook or a protected branch.
  case refused(remote: String, PushRefusal)
  /// Other writers were faster every time, here or on a remote, for as long as was tried.
  case contention(BoardName, remote: String?, after: Duration)
  /// The remote's branch was locked every time, by the file that is named, and did not move.
  case remoteLocked(remote: String, lock: String)
  /// Another pmgit holds the writers' lock.
  case busy(lock: String)
  /// A symbolic link stands where pmgit has a file or a folder of its own in the git directory.
  case symbolicLink(path: String)
  /// A lock file that was to be removed is used by a running program; by nil, if that can't be told.
  case lockInUse(path: String, by: String?)
  /// The remote holds commits that are not here yet, and a push alone was asked for.
  case behindRemote(BoardName, remote: String)
  /// The fetched head would do harm.
  case unsafeHead(commit: ObjectID, path: String, reason: String)
  /// A work tree has the board's branch checked out, and can't follow when it moves.
  case checkedOut(BoardName, path: String, WorktreeObstacle)
  case invalidBoardName(String)
  case shallow
  /// The clone was made with a filter, and a part of the board was left out.
  case partialClone(path: String)
  /// A setting in git's configuration has a value that pmgit can't use.
  case invalidSetting(key: String, value: String, expected: String)
}

/// Calls git, and keeps its error as a `StoreError`.
package func git<Result: ~Copyable>(
  _ body: () throws(GitError) -> Result
) throws(StoreError) -> Result {
  do { return try body() } catch { throw .git(error) }
}

extension StoreError {
  /// Whether it says only that something names no plan, or several.
  package var isAboutID: Bool {
    switch self {
    case .unknownPlan, .misplacedPlan, .ambiguousPlan, .ambiguousAlias, .notAnID: true
    default: false
    }
  }

  /// Whether it is about a push that the remote may have taken all the same.
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

  /// Whether other plans can be worked on all the same.
  var isAboutOnePlan: Bool {
    switch self {
    case .unreadablePlan, .planFormatTooNew, .planTooLarge: true
    default: isAboutID
    }
  }
}
