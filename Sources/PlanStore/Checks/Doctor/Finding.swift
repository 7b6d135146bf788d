package import Git
package import PlanModel

/// A problem that doctor found in the board or in this clone.
package enum Finding: Sendable {
  // This clone.

  /// A lock file blocks the board's references.
  case lock(LockFile)
  /// git merges plans by lines in this clone: its merge driver is not pmgit's. `found` is the
  /// configured driver, if any.
  case mergeDriver(found: String?)
  /// The remote, the branch or the settings of the board can't be used.
  case failure(StoreError)
  /// The remote answers but does not have the board.
  case notOnRemote(remote: String)

  // The board.

  /// Objects in the board's history are missing or damaged.
  case damaged(DamagedObject, tip: ObjectID, lastWhole: WholeCommit?)
  /// The settings can't be read. Their last readable version is used instead.
  case brokenSettings(reason: String, at: ObjectID)
  /// The settings of the last fetched commit, which is not merged yet, can't be read.
  case brokenRemoteSettings(reason: String, at: ObjectID, remote: String)
  /// A plan can't be read; `canRestore` says whether an older version can.
  case unreadablePlan(UnreadablePlan, canRestore: Bool)
  /// A plan's file was removed by hand at some time.
  case removedPlan(PlanID)
  /// A plan's file was renamed.
  case misplaced(path: String, PlanID)
  /// A file has valid content, but not in the bytes that pmgit would write.
  case notCanonical(path: String, PlanID?)
  /// A value of a plan, or of the settings, has a stamp that no command writes.
  case wrongStamp(StampCheck.Problem, PlanID?)
  /// The board's `.gitattributes` does not make git merge plans with pmgit.
  case attributes
  /// git refuses to fetch an object of the history if it checks received objects.
  case unsound(Violation)
  case plan(PlanFinding)
  /// A value exists but is not shown, as it is invalid.
  case wrongValue(FoundValue)
  /// Clocks of committers were ahead of this clock or of later commits. The commit is the one
  /// furthest ahead; `count` is the number of such commits.
  case commitsFromTheFuture(Commit, count: Int)
}

extension Finding {
  /// Whether the finding is only a note: the board works and no action is needed.
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

  /// Whether the finding can be repaired without a person's decision.
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
