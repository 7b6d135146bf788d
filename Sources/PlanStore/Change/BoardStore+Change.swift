import Git
import PlanModel

/// A change whose objects are stored; nothing refers to them yet.
struct WrittenChange {
  /// The commit that the branch is to go to.
  let commit: ObjectID
  /// The first line of the commit's message.
  let subject: String
}

extension BoardStore {
  /// Makes one change, as one commit, on the newest state of the board.
  ///
  /// Writes the objects, then moves the branch by compare-and-swap, and only then returns. If
  /// another writer moved the branch meanwhile, `body` runs again on the new state.
  ///
  /// - Parameter body: Makes the edits and words the commit. It may run several times.
  /// - Throws: `StoreError`, or any error of `body`.
  package func change(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    if author.isRehearsal { return try await rehearse(by: author, body) }
    let change = try await changeInLine(by: author, body)
    if change.didChange { await maintain() }
    return change
  }

  /// Makes a change's commit, and moves no branch to it.
  private func rehearse(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    let before = try snapshot()
    guard let written = try await writeWhereDecided(on: before, by: author, body) else {
      return Change(before: before, after: before)
    }
    return Change(before: before, after: try snapshot(at: written.commit))
  }

  /// Makes the change under the writers' lock, which is kept until the change is made: a command
  /// that loses a race does not go to the end of the line.
  private func changeInLine(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    var patience = patienceHere()
    while true {
      if let change = try await tryChange(by: author, body) { return change }
      try await waitForTurn(&patience)
      // A cancelled command must not go on trying: its caller is gone.
      try Task.checkCancellation()
    }
  }

  /// Makes the change once; nil if another writer moved the branch meanwhile.
  private func tryChange(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change? {
    let local = try localTip()
    let before = try snapshot()
    if local == nil {
      // The first change in a fresh clone takes up the remote's history.
      try check(before.commit, knowing: nil)
    }
    guard let written = try await writeWhereDecided(on: before, by: author, body) else {
      return Change(before: before, after: before)
    }
    let moved = try await moveBranch(
      to: written.commit, expecting: local, reflog: "pmgit: \(written.subject)",
      who: author.committer)
    guard moved == .moved else { return nil }
    let after = try snapshot(at: written.commit)
    bringIndex(to: after)
    return Change(before: before, after: after)
  }

  /// Writes the objects of a change; nothing refers to them yet.
  ///
  /// - Parameter seen: The board on which the author decided the change; nil for `before`.
  /// - Returns: The commit that the branch is to go to; nil if the change alters nothing.
  func writeChange(
    on before: BoardSnapshot, seen: BoardSnapshot? = nil, by author: ChangeIdentity,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> WrittenChange? {
    var transaction = Transaction(on: before, seen: seen, stamp: author.stamp)
    var message = try body(&transaction)
    if let target = transaction.target {
      return WrittenChange(commit: target, subject: message.subject)
    }
    message.append(transaction.restored.map { CommitTrailer(.restores, $0.text) })
    let files = try transaction.changedFiles()
    try transaction.checkColumnRules(files)
    let tree = try writeTree(files, transaction.otherFiles, on: before)
    guard tree != before.tree || transaction.isWorthEmptyCommit else { return nil }
    let draft = CommitDraft(
      tree: tree, parents: [before.commit], author: author.author, committer: author.committer,
      message: message.text)
    let commit = try await write(draft, isSigned: settings.signsCommits && !author.isRehearsal)
    return WrittenChange(commit: commit, subject: message.subject)
  }
}
