import Git
import PlanModel

/// Changes of a board that are made one after another and become one commit. Each step starts from
/// the result of the earlier steps.
///
/// Each step gets a commit of its own, which is only in memory. So a step reads the board and is
/// checked exactly as if the earlier steps were on the branch.
package final class ChangeSteps {
  /// The board with all steps so far.
  package private(set) var board: BoardSnapshot
  /// All steps so far in one transaction on the board before them.
  fileprivate private(set) var together: Transaction
  private let store: BoardStore

  /// All steps so far as one change.
  package var change: Change {
    Change(before: together.before, after: board, rules: together.allRuleRuns)
  }

  fileprivate init(in transaction: Transaction, _ store: BoardStore) {
    (board, together, self.store) = (transaction.before, transaction, store)
  }

  /// A step that was made, with its result.
  package struct Made<Outcome> {
    /// The board before and after the step. Both can be read only until `withSteps` returns.
    package let change: Change
    package let message: CommitMessage
    package let outcome: Outcome
  }

  /// Makes the next step. A step that fails leaves the board as it was.
  ///
  /// - Throws: `StoreError`, such as `.columnRule`, errors of git, or any error of `body`.
  package func make<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) throws -> Made<Outcome> {
    let before = board
    let made = try MadeChange(on: before, by: author, base: together.found, body)
    let step = made.transaction
    precondition(step.stream == nil, "the plans of all steps are in memory")
    let files = try step.changedFiles()
    try step.checkColumnRules(files)
    let tree = try store.writeTree(files, step.otherFiles, on: before)
    if tree != before.tree {
      let commit = try store.repository.writeCommit(
        CommitDraft(
          tree: tree, parents: [before.commit], author: author.author, committer: author.committer,
          message: made.message.text))
      let after = try store.snapshot(at: commit)
      try noteDraft(after, files, of: step)
      board = after
      together.add(step)
    }
    return Made(
      change: Change(before: before, after: board, rules: step.ruleRuns), message: made.message,
      outcome: made.outcome)
  }

  private func noteDraft(
    _ draft: BoardSnapshot, _ files: [Transaction.ChangedFile], of step: Transaction
  ) throws {
    // A repair may change which files are unreadable, which drafts do not record. So later steps
    // read the files.
    guard step.restored.isEmpty, step.otherFiles.isEmpty else { return store.drafts = nil }
    try store.drafts?.note(
      draft,
      changing: files.compactMap { changed in
        changed.file.planID.map { Plan(changed.document, id: $0) }
      })
  }
}

extension BoardStore {
  /// Makes changes one after another on the board of a transaction, and adds all of their edits to
  /// the transaction.
  ///
  /// If `body` fails, the transaction stays as it was.
  package func withSteps<Outcome>(
    in transaction: inout Transaction, _ body: (ChangeSteps) throws -> Outcome
  ) throws -> Outcome {
    let steps = ChangeSteps(in: transaction, self)
    let outcome = try repository.withTemporaryObjects {
      drafts = BoardDrafts(of: transaction.before)
      defer { drafts = nil }
      return try body(steps)
    }
    transaction = steps.together
    return outcome
  }

  /// Makes changes one after another on the newest board and discards them.
  package func tryingSteps<Outcome>(
    by author: ChangeIdentity, _ body: (ChangeSteps) throws -> Outcome
  ) throws -> Outcome {
    var transaction = Transaction(on: try snapshot(), stamp: author.stamp)
    return try withSteps(in: &transaction, body)
  }
}
