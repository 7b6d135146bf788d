/// A failure, for people and programs: the failed action, its subject, and the next step.
///
/// The style is git's: lowercase, the subject in single quotes, no full stop. Every user interface
/// shows the same problem in its own form: a terminal as lines, a program as JSON, a page as a
/// message.
package struct Problem: Error, Equatable {
  /// The code by which programs distinguish problems.
  package var code: Code
  package var message: String
  package var hints: [Hint]
  package var kind: Kind
  /// Further lines below the message, such as a query with carets below the wrong word.
  package var detail: [String]

  package init(
    code: Code, message: String, hints: [Hint] = [], kind: Kind = .failed, detail: [String] = []
  ) {
    (self.code, self.message, self.hints) = (code, message, hints)
    (self.kind, self.detail) = (kind, detail)
  }

  /// Returns the problem of a request that is invalid or names a missing thing.
  package static func usage(_ message: String, hints: [Hint] = []) -> Problem {
    Problem(code: .usage, message: message, hints: hints, kind: .usage)
  }

  /// The kind of a problem, which decides how a user interface reacts.
  package enum Kind: Sendable {
    /// The request was understood but could not be carried out.
    case failed
    /// The request was not understood, or it names a missing thing.
    case usage
    /// Another writer was faster, or the network failed; the same request may succeed later.
    case tryAgain
    /// The user interrupted the request.
    case interrupted
    /// An unexplained error: a bug in pmgit.
    case bug
  }
}

extension Problem {
  /// The codes by which programs distinguish problems.
  ///
  /// The raw values are stable: every JSON document uses them, and no code is ever renamed.
  package enum Code: String, CaseIterable, Sendable {
    // Requests
    case usage
    case badQuery = "bad-query"
    case badImport = "bad-import"
    case badBatch = "bad-batch"
    case badInput = "bad-input"
    case bug
    case forbidden
    case unknownAddress = "unknown-address"
    case tooLarge = "too-large"
    case interrupted

    // Boards and plans that are missing or ambiguous
    case noRepository = "no-repository"
    case noBoard = "no-board"
    case elsewhere
    case noIdentity = "no-identity"
    case noGit = "no-git"
    case unknownPlan = "unknown-plan"
    case ambiguousPlan = "ambiguous-plan"
    case planExists = "plan-exists"
    case deleted
    case unknownColumn = "unknown-column"
    case unknownMilestone = "unknown-milestone"
    case unknownIteration = "unknown-iteration"
    case noCommit = "no-commit"
    case ambiguousCommit = "ambiguous-commit"
    case noPlan = "no-plan"
    case noFile = "no-file"
    case ambiguousFile = "ambiguous-file"

    // Forbidden changes
    case columnRule = "column-rule"
    case changedMeanwhile = "changed-meanwhile"
    case emptyTitle = "empty-title"
    case emptyMessage = "empty-message"
    case noConflict = "no-conflict"
    case undecided
    case declined
    case nothingToUndo = "nothing-to-undo"
    case nothingToRedo = "nothing-to-redo"
    case nothingToRestore = "nothing-to-restore"
    case taken
    case nothingFree = "nothing-free"
    case noLease = "no-lease"
    case tooFewData = "too-few-data"
    case planTooLarge = "plan-too-large"
    case fileTooLarge = "file-too-large"
    case tooMany = "too-many"
    /// An import adds and finishes more plans than expected.
    case tooManyChanges = "too-many-changes"
    case fileExists = "file-exists"
    case inTheWay = "in-the-way"
    case branchExists = "branch-exists"
    case badBranch = "bad-branch"
    case mergeConflict = "merge-conflict"

    // Unreadable files
    case formatTooNew = "format-too-new"
    case unreadablePlan = "unreadable-plan"
    case unreadableBoard = "unreadable-board"
    case misplacedPlan = "misplaced-plan"
    case unsafeHead = "unsafe-head"
    case shallow
    case partialClone = "partial-clone"
    case damaged

    // Concurrent writers
    case contention
    case busy
    case locked
    case checkedOut = "checked-out"

    // Remotes
    case noRemote = "no-remote"
    case behind
    case refused
    case timeout
    case authentication
    case hostKey = "host-key"
    case unreachable
    case disconnected
    case noRemoteRepository = "no-remote-repository"
    case readOnly = "read-only"
    case bridge

    // This repository and this machine
    case git
    case badSetting = "bad-setting"
    case badConfiguration = "bad-config"
    case unsupportedRepository = "unsupported-repository"
    case brokenHead = "broken-head"
    case branchInTheWay = "branch-in-the-way"
    case symbolicBranch = "symbolic-branch"
    case symbolicLink = "symbolic-link"
    case foreignOwner = "foreign-owner"
    case bareRepository = "bare-repository"
    case file
    case editor
    case chooser
    case diskFull = "disk-full"
    case readOnlyDisk = "read-only-disk"
    case noPermission = "no-permission"
    case diskError = "disk-error"

    // Hooks
    case noHooks = "no-hooks"
    case hookManager = "hook-manager"
    case hookReplaced = "hook-replaced"
    case sharedHooks = "shared-hooks"

    // Findings of 'doctor'
    case lock
    case noMergeDriver = "no-merge-driver"
    case otherMergeDriver = "other-merge-driver"
    case notOnRemote = "not-on-remote"
    case removedPlan = "removed-plan"
    case notCanonical = "not-canonical"
    case wrongStamp = "wrong-stamp"
    case wrongValue = "wrong-value"
    case noAttributes = "no-attributes"
    case noRank = "no-rank"
    case danglingLink = "dangling-link"
    case missingContent = "missing-content"
    case wrongContent = "wrong-content"
    case cycle
    case sharedAlias = "shared-alias"
    case contradictingDays = "contradicting-days"
    case uselessRule = "useless-rule"
    case clock

    // Refusals of the guard
    case deletesBoard = "deletes-board"
    case rewritesBoard = "rewrites-board"
    case notABoard = "not-a-board"
    case unsoundObject = "unsound-object"
    case misplaced
    case caseClash = "case-clash"
    case writtenOnce = "written-once"
    case committer
    case forged
  }
}
