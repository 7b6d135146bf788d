package import Git
package import PlanModel

/// A fault of a pushed board that would harm other clones.
package struct Violation: Sendable {
  package enum Kind: Sendable {
    /// The branch would be deleted.
    case deletesBoard
    /// The branch's commits would not be in its history any more.
    case rewrites(old: ObjectID)
    /// The branch's name is no valid name of a board.
    case notABoard
    /// The head can't be read, or would do harm.
    case unusable(StoreError)
    /// An object, of the head or of an older commit, is one that git refuses to fetch.
    case unsound(RefusedObject, since: ObjectID?)
    /// A plan, or the settings, can't be read.
    case unreadable(reason: String)
    /// A plan has a format that this pmgit does not know.
    case tooNew(format: Int)
    /// A file has the content that pmgit would write, in other bytes.
    case notCanonical
    /// A plan's file is gone; deleting a plan is a field of it.
    case removed
    /// A file stands among the plans under a name that no plan has; it may hold one.
    case misnamed(holds: PlanID?)
    /// A name differs only in case from a board's own, so some file systems can't tell them apart.
    case caseClash(with: String)
    /// A value has a stamp that no command writes, or one that is far ahead of the clock here.
    case wrongStamp(StampCheck.Problem)
    /// A value is there and is not shown. The guard of a server lets it pass: people of the board
    /// must decide which value is meant.
    case wrongValue(FoundValue)
    /// A field that is written once was changed.
    case writtenOnce(ElementPath)
    case columnRule(ColumnRule.Violation)
    /// The commit's committer is none of those who may change the board.
    case committer(Signature)
    /// The commit claims that pmgit made it, but pmgit would make a different one.
    case forged
  }

  package let kind: Kind
  /// The file that it is about, if any.
  package var path: String?
  /// The commit that caused it, if one was found.
  package var commit: Commit?

  package var plan: PlanID? { path.flatMap { BoardFile(path: $0)?.planID } }

  package init(_ kind: Kind, path: String? = nil, commit: Commit? = nil) {
    (self.kind, self.path, self.commit) = (kind, path, commit)
  }
}
