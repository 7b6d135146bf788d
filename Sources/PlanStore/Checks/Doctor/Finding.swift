package import Git
package import PlanModel

/// Something that is not as it should be, in the board or in this clone.
package enum Finding: Sendable {
  // This clone.

  /// A lock file is in the way of the board's references.
  case lock(LockFile)
  /// git merges plans by lines here: no merge driver is set, or another one.
  case mergeDriver(found: String?)
  /// A part that can't be used at all: the remote, the branch, or the settings of the board.
  case failure(StoreError)
  /// The remote answers, and does not have the board.
  case notOnRemote(remote: String)

  // The board.

  /// The history of the board's newest commit is not whole.
  case damaged(DamagedObject, tip: ObjectID, lastWhole: WholeCommit?)
  /// The settings can't be read; their last readable version is used instead.
  case brokenSettings(reason: String, at: ObjectID)
  /// The same for the commit that was fetched last and is not merged.
  case brokenRemoteSettings(reason: String, at: ObjectID, remote: String)
  /// A plan can't be read; `canRestore` says whether an older version can.
  case unreadablePlan(UnreadablePlan, canRestore: Bool)
  /// A plan's file was removed by hand at some time.
  case removedPlan(PlanID)
  /// A plan's file was renamed.
  case misplaced(path: String, PlanID)
  /// A file with the content that pmgit would write, in other bytes.
  case notCanonical(path: String, PlanID?)
  /// A value of a plan, or of the settings, has a stamp that no command has written.
  case wrongStamp(StampCheck.Problem, PlanID?)
  /// The branch does not tell git to merge plans by pmgit.
  case attributes
  /// git refuses to fetch an object of the history where it checks received objects.
  case unsound(Violation)
  case plan(PlanFinding)
  /// A value is there and is not shown.
  case wrongValue(FoundValue)
  /// Commits were made by clocks that are ahead of this one, or of commits that build on them: the one that is the
  /// furthest ahead, and how many there are.
  case commitsFromTheFuture(Commit, count: Int)
}

extension Finding {
  /// Whether the board works despite the finding, and no action is needed.
  package var isNote: Bool {
    switch self {
    // The file may have been removed on purpose.
    case .notOnRemote, .commitsFromTheFuture, .plan(.fromTheFuture), .removedPlan: true
    // A fresh clone has no driver until its first change or sync.
    case .mergeDriver(found: nil): true
    case .unreadablePlan(let plan, _): plan.isTooNew
    default: false
    }
  }

  /// Whether it can be mended without a person's decision.
  package var isFixable: Bool {
    switch self {
    case .mergeDriver(found: nil), .misplaced, .notCanonical, .wrongStamp, .attributes,
      .plan(.invalidRank),
      .brokenSettings:
      true
    case .unreadablePlan(_, let canRestore): canRestore
    case .wrongValue(let found): found.wrong.mend != nil
    default: false
    }
  }
}
