import Git
import PlanModel

/// Makes the edits of a change, and returns the words of its commit with what the caller wants to know of them.
///
/// It runs again on a newer board if another writer was faster. Only what its last run returns counts, so it
/// writes to no variable of its caller.
package typealias ChangeBody<Outcome> =
  (inout Transaction) throws -> (CommitMessage, Outcome)

/// What one run of a change's body made; nothing of it is written.
struct MadeChange<Outcome> {
  let transaction: Transaction
  let message: CommitMessage
  let outcome: Outcome

  /// - Parameter seen: The board on which the author decided the change; nil for `before`.
  init(
    on before: BoardSnapshot, seen: BoardSnapshot? = nil, by author: ChangeIdentity,
    _ body: ChangeBody<Outcome>
  ) throws {
    var transaction = Transaction(on: before, seen: seen, stamp: author.stamp)
    var (message, outcome) = try body(&transaction)
    message.append(transaction.restored.map { CommitTrailer(.restores, $0.text) })
    (self.transaction, self.message, self.outcome) = (transaction, message, outcome)
  }
}

/// A change whose objects are stored; nothing refers to them yet.
struct WrittenChange<Outcome> {
  /// The commit that the branch is to go to; nil if the change alters nothing.
  let commit: ObjectID?
  /// The first line of the commit's message.
  let subject: String
  let outcome: Outcome

  init(_ made: MadeChange<Outcome>, commit: ObjectID?) {
    (self.commit, subject, outcome) = (commit, made.message.subject, made.outcome)
  }
}

extension BoardStore {
  /// Makes one change, as one commit, on the newest state of the board.
  ///
  /// Writes the objects, then moves the branch by compare-and-swap, and only then returns. If
  /// another writer moved the branch meanwhile, `body` runs again on the new state.
  ///
  /// - Returns: The change, and what the run of `body` that made it returned.
  /// - Throws: `StoreError`, or any error of `body`.
  package func change<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    if author.isRehearsal { return try await rehearse(by: author, body) }
    let (change, outcome) = try await changeInLine(by: author, body)
    if change.didChange { await maintain() }
    return (change, outcome)
  }

  /// Makes one change of which nothing but the commit is wanted.
  package func change(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    try await change(by: author) { transaction in (try body(&transaction), ()) }.0
  }

  /// Makes a change's commit, and moves no branch to it.
  private func rehearse<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    let before = try snapshot()
    let written = try await writeWhereDecided(on: before, by: author, body)
    let after = try written.commit.map { commit in try snapshot(at: commit) } ?? before
    return (Change(before: before, after: after), written.outcome)
  }

  /// Makes the change under the writers' lock, which is kept until the change is made: a command
  /// that loses a race does not go to the end of the line.
  private func changeInLine<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    var patience = patienceHere()
    while true {
      if let made = try await tryChange(by: author, body) { return made }
      try await waitForTurn(&patience)
      // A cancelled command must not go on trying: its caller is gone.
      try Task.checkCancellation()
    }
  }

  /// Makes the change once; nil if another writer moved the branch meanwhile.
  private func tryChange<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome)? {
    let local = try localTip()
    let before = try snapshot()
    if local == nil {
      // The first change in a fresh clone takes up the remote's history.
      try check(before.commit, knowing: nil)
    }
    let written = try await writeWhereDecided(on: before, by: author, body)
    guard let commit = written.commit else {
      return (Change(before: before, after: before), written.outcome)
    }
    let moved = try await moveBranch(
      to: commit, expecting: local, reflog: "pmgit: \(written.subject)", who: author.committer)
    guard moved == .moved else { return nil }
    let after = try snapshot(at: commit)
    bringIndex(to: after)
    return (Change(before: before, after: after), written.outcome)
  }

  /// Writes the objects of a change; nothing refers to them yet.
  func write<Outcome>(
    _ made: MadeChange<Outcome>, by author: ChangeIdentity
  ) async throws(StoreError) -> WrittenChange<Outcome> {
    let (transaction, before) = (made.transaction, made.transaction.before)
    if let target = transaction.target { return WrittenChange(made, commit: target) }
    let files = try transaction.changedFiles()
    try transaction.checkColumnRules(files)
    let tree = try writeTree(files, transaction.otherFiles, on: before)
    guard tree != before.tree || transaction.isWorthEmptyCommit else {
      return WrittenChange(made, commit: nil)
    }
    return WrittenChange(
      made, commit: try await writeCommit(of: made, tree, on: before, by: author))
  }

  /// Writes the commit of a change on a version of the board.
  func writeCommit(
    of made: MadeChange<some Any>, _ tree: ObjectID, on before: BoardSnapshot,
    by author: ChangeIdentity
  ) async throws(StoreError) -> ObjectID {
    let draft = CommitDraft(
      tree: tree, parents: [before.commit], author: author.author, committer: author.committer,
      message: made.message.text)
    return try await write(draft, isSigned: settings.signsCommits && !author.isRehearsal)
  }
}
