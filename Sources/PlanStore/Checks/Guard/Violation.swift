package import Git
package import PlanModel

/// A problem of a pushed board that would harm other clones.
package struct Violation: Sendable {
  package enum Kind: Sendable {
    /// The branch would be deleted.
    case deletesBoard
    /// Commits would be removed from the branch's history.
    case rewrites(old: ObjectID)
    /// The branch's name is not a valid board name.
    case notABoard
    /// The head can't be read or is harmful.
    case unusable(StoreError)
    /// git refuses to fetch an object of the head or of an older commit.
    case unsound(RefusedObject, since: ObjectID?)
    /// A plan, or the settings, can't be read.
    case unreadable(reason: String)
    /// A plan has a format that this pmgit does not know.
    case tooNew(format: Int)
    /// A file has valid content, but is executable or has other bytes than pmgit would write.
    case notCanonical
    /// A plan's file was removed. A deleted plan must keep its file, with a field for the deletion.
    case removed
    /// A file in the folder of plans has a name that is not a plan's. `holds` is the plan in it, if
    /// any.
    case misnamed(holds: PlanID?)
    /// A name differs only in case from a name that pmgit uses, so some file systems confuse them.
    case caseClash(with: String)
    /// A value has a stamp that no command writes, or one far ahead of the local clock.
    case wrongStamp(StampCheck.Problem)
    /// A value exists but is not shown, because it is invalid. A server's guard accepts it: the
    /// board's users must decide which value is intended.
    case wrongValue(FoundValue)
    /// A field that may be written only once was changed.
    case writtenOnce(ElementPath)
    case columnRule(ColumnRule.Violation)
    /// An attached file is larger than the board's limit.
    case fileTooLarge(bytes: Int, limit: Int)
    /// A file, a link or a submodule is in the place of the folder of contents, so that nobody
    /// could attach files.
    case noFolder
    /// A file in the folder of contents is not at the path that follows from its content.
    case wrongContent
    /// The content of an attached file was removed.
    case removedContent
    /// A plan lists a new file whose content is not on the board.
    case missingContent(name: String)
    /// The committer may not change the board.
    case committer(Signature)
    /// The commit claims to be made by pmgit, but pmgit would have made a different one.
    case forged
  }

  package let kind: Kind
  /// The path of the file with the problem, if any.
  package var path: String?
  /// The commit that caused the problem, if it was found.
  package var commit: Commit?

  package var plan: PlanID? { path.flatMap { BoardFile(path: $0)?.planID } }

  package init(_ kind: Kind, path: String? = nil, commit: Commit? = nil) {
    (self.kind, self.path, self.commit) = (kind, path, commit)
  }
}
