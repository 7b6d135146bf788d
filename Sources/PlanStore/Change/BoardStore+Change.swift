import Git
package import PlanModel

/// Makes the edits of a change. Returns the commit's message and the caller's result.
///
/// The closure runs again on a newer board if another writer was faster. Only the last run counts,
/// so the closure must not write to variables of its caller.
package typealias ChangeBody<Outcome> =
  (inout Transaction) throws -> (CommitMessage, Outcome)

/// The result of one run of a change's body. Nothing is written yet.
struct MadeChange<Outcome> {
  let transaction: Transaction
  var message: CommitMessage
  let outcome: Outcome

  /// Runs the body of a change on a board.
  ///
  /// - Parameters:
  ///   - basis: The board that the author saw; nil for `before`.
  ///   - base: For a step, the plans before the whole change; otherwise nil.
  init(
    on before: BoardSnapshot, basis: BoardSnapshot? = nil, by author: ChangeIdentity,
    base: FoundPlans? = nil, _ body: ChangeBody<Outcome>
  ) throws {
    var transaction = Transaction(on: before, basis: basis, stamp: author.stamp, base: base)
    var (message, outcome) = try body(&transaction)
    try transaction.runRules(by: author)
    message.append(transaction.ruleRuns)
    try message.append(transaction.repeatFinishedPlans(by: author), on: before)
    try transaction.clearEndedLeases()
    message.append(transaction.restored.map { CommitTrailer(.restores, $0.text) })
    if let agent = author.agent { message.append([CommitTrailer(.agent, agent)]) }
    (self.transaction, self.message, self.outcome) = (transaction, message, outcome)
  }
}

/// A change whose objects are stored. No reference points to them yet.
struct WrittenChange<Outcome> {
  /// The commit to which the branch must move; nil if the change alters nothing.
  let commit: ObjectID?
  /// The first line of the commit's message.
  let subject: String
  let outcome: Outcome
  /// The actions that the board's rules did.
  let rules: [RuleRun]

  init(_ made: MadeChange<Outcome>, commit: ObjectID?) {
    (self.commit, subject, outcome) = (commit, made.message.subject, made.outcome)
    rules = made.transaction.allRuleRuns
  }
}

extension BoardStore {
  /// Makes one change, as one commit, on the newest version of the board.
  ///
  /// Writes the objects, then moves the branch by compare-and-swap, then returns. If another writer
  /// moved the branch meanwhile, `body` runs again on the new version. If the change alters
  /// nothing, there is no commit and the branch stays. If `author.isDryRun` is set, the branch
  /// does not move either.
  ///
  /// - Returns: The change, and the result of the last run of `body`.
  /// - Throws: `StoreError`, errors of git, or any error of `body`.
  package func change<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    if author.isDryRun { return try await dryRun(by: author, body) }
    let (change, outcome) = try await changeUnderLock(by: author, body)
    if change.didChange { await maintain() }
    return (change, outcome)
  }

  /// Makes one change whose body has no result.
  package func change(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    try await change(by: author) { transaction in (try body(&transaction), ()) }.0
  }

  /// Makes a change's commit without moving the branch.
  private func dryRun<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    let before = try snapshot()
    let written = try await writeOnBasis(on: before, by: author, body)
    let after = try written.commit.map { commit in try snapshot(at: commit) } ?? before
    return (Change(before: before, after: after, rules: written.rules), written.outcome)
  }

  /// Makes the change under the writers' lock. The lock is kept until the change is made, so a
  /// command that must try again keeps its turn.
  private func changeUnderLock<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome) {
    let lock = try await WriterLock(in: lockFolder, timeout: localTimeout)
    defer { _ = lock }
    var backoff = localBackoff()
    while true {
      if let made = try await tryChange(by: author, body) { return made }
      try await waitForTurn(&backoff)
      // A cancelled command must not try again, as nobody waits for its result.
      try Task.checkCancellation()
    }
  }

  /// Tries the change once. Returns nil if another writer moved the branch meanwhile.
  private func tryChange<Outcome>(
    by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> (Change, Outcome)? {
    let local = try localTip()
    let before = if let local { try snapshot(at: local) } else { try snapshot() }
    if local == nil {
      // The first change in a fresh clone starts from the remote's history.
      try check(before.commit, except: nil)
    }
    let written = try await writeOnBasis(on: before, by: author, body)
    guard let commit = written.commit else {
      return (Change(before: before, after: before, rules: written.rules), written.outcome)
    }
    let moved = try await moveBranch(
      to: commit, expecting: local, reflog: "pmgit: \(written.subject)", who: author.committer)
    guard moved == .moved else { return nil }
    let after = try snapshot(at: commit)
    bringIndex(to: after)
    return (Change(before: before, after: after, rules: written.rules), written.outcome)
  }

  /// Writes the objects of a change without moving a reference.
  ///
  /// - Throws: `StoreError`, errors of git, or any error of the transaction's `stream`.
  func write<Outcome>(
    _ made: MadeChange<Outcome>, by author: ChangeIdentity
  ) async throws -> WrittenChange<Outcome> {
    var made = made
    let (transaction, before) = (made.transaction, made.transaction.before)
    if let target = transaction.target { return WrittenChange(made, commit: target) }
    let files = try transaction.changedFiles()
    try transaction.checkColumnRules(files)
    let commit = try await writeCommit(on: before, by: author) {
      let written = try transaction.stream.map { stream in
        try PlanWriter.edits(of: stream, on: before, stamp: transaction.stamp)
      }
      // The stream knows its subject only after it has written its plans.
      if let subject = transaction.subjectOfStream?() {
        made.message = made.message.with(subject: subject)
      }
      let tree = try writeTree(files, transaction.otherFiles, written ?? [], on: before)
      return tree != before.tree || transaction.isWorthEmptyCommit ? (tree, made.message) : nil
    }
    return WrittenChange(made, commit: commit)
  }

  /// Writes the commit of a change; its parent is the commit of `before`.
  ///
  /// - Parameter content: Writes the tree, and returns it with the message of the commit; nil if
  ///   there is nothing to commit.
  /// - Returns: The commit; nil if `content` returned nil.
  /// - Throws: `StoreError`, errors of git, or any error of `content`.
  func writeCommit(
    on before: BoardSnapshot, by author: ChangeIdentity,
    _ content: () throws -> (tree: ObjectID, message: CommitMessage)?
  ) async throws -> ObjectID? {
    try await writeCommit(parents: [before.commit], by: author, content)
  }

  /// Writes a commit with these parents; otherwise as above.
  func writeCommit(
    parents: [ObjectID], by author: ChangeIdentity,
    _ content: () throws -> (tree: ObjectID, message: CommitMessage)?
  ) async throws -> ObjectID? {
    let isSigned = settings.signsCommits && !author.isDryRun
    let written = try repository.withObjectBatch {
      try content().map { tree, message in
        let draft = CommitDraft(
          tree: tree, parents: parents, author: author.author,
          committer: author.committer, message: message.text)
        return try PreparedCommit(draft, isSigned: isSigned, in: repository)
      }
    }
    guard let written else { return nil }
    return try await stored(written)
  }
}

/// What a command did to the board: the board before and after it.
package struct Change {
  /// The board before the change.
  package let before: BoardSnapshot
  /// The board after the change; the same commit as `before` if nothing was altered.
  package let after: BoardSnapshot
  /// The problem with the remote; nil if there was none, or if the remote was not used.
  package var remoteWarning: RemoteWarning?
  /// The actions that the board's rules did in the change.
  package let rules: [RuleRun]
  /// The number of earlier commits of this clone that were pushed with the change.
  package var alsoShared = 0

  package var didChange: Bool { before.commit != after.commit }
}

/// A commit whose tree and files are written. The commit itself is not written yet if git has to
/// sign it.
struct PreparedCommit {
  let draft: CommitDraft
  /// The id of the commit; nil if git has to sign it. The git program reads only stored objects, so
  /// it signs the commit after the batch with the tree and files has ended.
  let id: ObjectID?

  init(_ draft: CommitDraft, isSigned: Bool, in repository: Repository) throws {
    self.draft = draft
    id = isSigned ? nil : try repository.writeCommit(draft)
  }
}

/// Writes the objects of a change.
extension BoardStore {
  /// Returns the id of a commit. If the commit is not written yet, git signs and writes it first.
  func stored(_ prepared: PreparedCommit) async throws -> ObjectID {
    if let id = prepared.id { return id }
    return try await program.signedCommit(prepared.draft)
  }

  /// Writes and returns the board's tree after a change. Returns the tree of `before` if no file is
  /// altered.
  ///
  /// - Parameter written: The edits for files whose blobs are already written.
  func writeTree(
    _ files: [Transaction.ChangedFile], _ others: [String: Transaction.OtherFile],
    _ written: [(path: String, edit: TreeEdit)] = [], on before: BoardSnapshot
  ) throws -> ObjectID {
    if files.isEmpty, others.isEmpty, written.isEmpty { return before.tree }
    var edits = written
    for (path, file) in others { edits.append((path: path, edit: try write(file))) }
    for changed in files {
      let bytes = PlanFile.bytes(of: changed.document)
      try before.checkSize(bytes, of: changed.file)
      edits.append((path: changed.file.path, edit: try write(.put(bytes))))
    }
    return try repository.writeTree(from: before.tree, edits: edits)
  }

  private func write(_ file: Transaction.OtherFile) throws -> TreeEdit {
    switch file {
    case .put(let bytes):
      .put(try repository.writeBlob(bytes), .blob)
    case .keep(let id): .put(id, .blob)
    case .remove: .remove
    }
  }
}

extension BoardSnapshot {
  /// Throws if a file would be too long to be read back.
  func checkSize(_ bytes: [UInt8], of file: BoardFile) throws {
    guard bytes.count > JSONReader.maximumSize else { return }
    switch file {
    case .plan(let id): throw StoreError.planTooLarge(id, bytes: bytes.count)
    case .board: throw StoreError.boardTooLarge(name, bytes: bytes.count)
    }
  }
}
