package import Git
package import PlanModel

/// Something about a pushed board that others could not live with.
package struct Violation: Sendable {
  package enum Kind: Sendable {
    /// The branch would go.
    case deletesBoard
    /// What is on the branch would not be in its history any more.
    case rewrites(old: ObjectID)
    /// No board can be called that.
    case notABoard
    /// The head can't be read, or would do harm.
    case unusable(StoreError)
    /// An object, of the head or of an older commit, is one that git refuses to fetch.
    case unsound(RefusedObject, since: ObjectID?)
    /// A plan, or the settings, can't be read.
    case unreadable(reason: String)
    /// A plan has a format that this pmgit does not know.
    case tooNew(format: Int)
    /// A file says what pmgit would write, in other bytes.
    case notCanonical
    /// A plan's file is gone; deleting a plan is a field of it.
    case removed
    /// A file stands among the plans and is not named as one; it may hold one.
    case misnamed(holds: PlanID?)
    /// A name differs in case alone from one that boards have, so that some file systems mix them up.
    case caseClash(with: String)
    /// A value has a stamp that no command writes, or one that is far ahead of the clock here.
    case wrongStamp(StampCheck.Problem)
    /// A value is there and is not shown. The guard of a server lets it pass: what it is to be is
    /// for the people of the board to say.
    case wrongValue(FoundValue)
    /// A value was changed that is written once.
    case writtenOnce(ElementPath)
    case columnRule(ColumnRule.Violation)
    /// The commit's committer is none of those who may change the board.
    case committer(Signature)
    /// The commit says that pmgit made it, and pmgit would make another one.
    case forged
  }

  package let kind: Kind
  /// The file, where it is about one.
  package var path: String?
  /// The commit that did it, where one can be named.
  package var commit: Commit?

  package var plan: PlanID? { path.flatMap { BoardFile(path: $0)?.planID } }

  package init(_ kind: Kind, path: String? = nil, commit: Commit? = nil) {
    (self.kind, self.path, self.commit) = (kind, path, commit)
  }
}
