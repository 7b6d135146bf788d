package import Git
package import PlanModel

/// A change in the making: the board as it was found, and what one command does to it.
package struct Transaction {
  /// The board that the change is made on.
  package let before: BoardSnapshot
  /// The stamp of every value that the command writes.
  package let stamp: Stamp
  private(set) var plans: [PlanID: PlanDocument] = [:]
  private(set) var boardDocument: PlanDocument
  /// Files that pmgit does not merge, by their paths: nil for one that goes.
  private(set) var otherFiles: [String: [UInt8]?] = [:]
  /// The plans whose files the change puts back.
  private(set) var restored: [PlanID] = []
  /// Whether the change is worth a commit though it alters no file.
  package var isWorthEmptyCommit = false
  /// A commit that is there already, to which the branch goes in place of a new one.
  var target: ObjectID?
  /// The plans that may be where they are whatever the rules of the columns say.
  private(set) var exempt: Set<PlanID> = []
  /// The files to write anew though they say the same.
  private var rewritten: Set<BoardFile> = []

  init(on snapshot: BoardSnapshot, stamp: Stamp) {
    before = snapshot
    self.stamp = stamp
    boardDocument = snapshot.boardDocument
  }

  /// The plan as the change leaves it so far.
  package func document(_ id: PlanID) throws(StoreError) -> PlanDocument {
    if let document = plans[id] { return document }
    guard let document = try before.document(id) else { throw .unknownPlan(typed: id.text) }
    return document
  }

  package func plan(_ id: PlanID) throws(StoreError) -> Plan { Plan(try document(id), id: id) }

  /// Adds a plan. Its first values carry no stamp: they are as old as the plan.
  ///
  /// - Throws: `StoreError.planExists`, so that a plan is never replaced by another one; or
  ///   `.unreadablePlan` where the file is there and can't be read.
  package mutating func create(_ id: PlanID, _ edits: [Edit]) throws(StoreError) {
    try put(id, isNew: true) { document in
      var document = document
      document.apply(edits, stamp: .none)
      return document
    }
  }

  /// Adds or replaces a plan by what was made of it elsewhere, from the version that `document(_:)`
  /// gives; for a plan that is not there, from nothing but its id.
  package mutating func put(
    _ id: PlanID, isNew: Bool, _ change: (PlanDocument) -> PlanDocument
  ) throws(StoreError) {
    guard isNew else {
      plans[id] = change(try document(id))
      return
    }
    let existing = try before.document(id)
    guard existing == nil, plans[id] == nil else { throw .planExists(id) }
    plans[id] = change(PlanDocument(id: ExactString(id.text)))
  }

  package mutating func edit(_ id: PlanID, _ edits: [Edit]) throws(StoreError) {
    var document = try document(id)
    document.apply(edits, stamp: stamp)
    plans[id] = document
  }

  /// Puts a version that was found elsewhere in the place of a plan that can't be read or is gone.
  ///
  /// - Parameter misplaced: The path where the version stood, which becomes free.
  package mutating func putBack(_ id: PlanID, _ document: PlanDocument, from misplaced: String?) {
    plans[id] = document
    restored.append(id)
    exempt.insert(id)
    if let misplaced { otherFiles[misplaced] = .some(nil) }
  }

  /// Makes a plan again as it was made once, when the branch went back over its making.
  mutating func makeAgain(_ id: PlanID, _ document: PlanDocument) {
    plans[id] = document.rewritten(under: stamp)
    exempt.insert(id)
  }

  /// Writes a plan, or the settings where there is no id, as pmgit does, though it says the same.
  mutating func rewrite(_ id: PlanID?) { rewritten.insert(id.map(BoardFile.plan) ?? .board) }

  /// Writes the settings as they were before somebody broke them by hand.
  package mutating func putBackSettings() { rewrite(nil) }

  /// Writes the values of a plan, or of the settings, anew whose stamps no command has written.
  mutating func mendStamps(of id: PlanID?, by check: StampCheck) throws(StoreError) {
    guard let id else { return check.mend(&boardDocument, stamp: stamp) }
    var document = try document(id)
    check.mend(&document, stamp: stamp)
    plans[id] = document
  }

  mutating func addFile(_ file: (path: String, bytes: [UInt8])) {
    otherFiles[file.path] = file.bytes
  }

  package mutating func editBoard(_ edits: [Edit]) {
    boardDocument.apply(edits, stamp: stamp)
  }

  /// The document of a file as the change leaves it so far.
  func document(of file: BoardFile) throws(StoreError) -> PlanDocument {
    switch file {
    case .board: boardDocument
    case .plan(let id): try document(id)
    }
  }

  /// Takes back what an earlier change did to a file.
  ///
  /// - Returns: What stays.
  mutating func takeBack(
    _ change: PastChange, of file: BoardFile, at now: Timestamp, by person: String
  ) throws(StoreError) -> [KeptPath] {
    var document = try document(of: file)
    let kept = document.takeBack(change, stamp: stamp) { $0.deletion(at: now, by: person) }
    switch file {
    case .board: boardDocument = document
    case .plan(let id): plans[id] = document
    }
    return kept
  }

  /// Lets plans that went back in their columns stay there, but those of which others know the step
  /// and that the board does not let go back: these stay where they were.
  ///
  /// A remote with pmgit's guard goes by what it has. Where that is what the plan goes back to, it
  /// sees no step at all; so nobody's rule is in the way of taking back a step that is still one's
  /// own.
  ///
  /// - Parameter shared: The board as others have it; nil where nobody else has it.
  /// - Returns: The plans that stay, each with its rule.
  mutating func keepRules(
    for ids: Set<PlanID>, knowing shared: BoardSnapshot?
  ) throws(StoreError) -> [ColumnRule.Violation] {
    exempt.formUnion(ids)
    guard let shared else { return [] }
    var violations: [ColumnRule.Violation] = []
    for id in ids.sorted() {
      guard let old = try before.readableDocument(id), let document = plans[id],
        ColumnRule.violation(of: id, from: old, to: document, on: before.board) != nil,
        let known = try shared.readableDocument(id),
        let violation = ColumnRule.violation(of: id, from: known, to: document, on: before.board)
      else { continue }
      for path in [ElementPath.field("state"), .field("rank")] { plans[id]?[path] = old[path] }
      violations.append(violation)
    }
    return violations
  }

  /// The files whose content the change altered, each with its new document.
  func changedFiles() throws(StoreError) -> [(file: BoardFile, document: PlanDocument)] {
    var changed: [(BoardFile, PlanDocument)] = []
    if boardDocument != before.boardDocument || rewritten.contains(.board) {
      changed.append((.board, boardDocument))
    }
    for (id, document) in plans.sorted(by: { $0.key < $1.key })
    where try before.readableDocument(id) != document {
      changed.append((.plan(id), document))
    }
    for case .plan(let id) in rewritten where plans[id] == nil {
      changed.append((.plan(id), try document(id)))
    }
    return changed
  }
}

extension Transaction {
  /// Fails if a plan goes where the board does not let it go: a remote with pmgit's guard would
  /// refuse it later.
  fileprivate func checkColumnRules(
    _ files: [(file: BoardFile, document: PlanDocument)]
  ) throws(StoreError) {
    guard before.board.columns.contains(where: { !$0.from.isEmpty }) else { return }
    for case (.plan(let id), let document) in files where !exempt.contains(id) {
      let old = try before.readableDocument(id)
      if old == nil {
        // A plan that can't be read is where it is, wherever that was.
        guard try !before.hasFile(of: id) else { continue }
      }
      let violation = ColumnRule.violation(of: id, from: old, to: document, on: before.board)
      if let violation { throw .columnRule(violation) }
    }
  }
}

/// Who makes a change, when, and as which version of a value.
package struct ChangeIdentity: Sendable {
  package let author: Signature
  package let committer: Signature
  package let stamp: Stamp

  package init(author: Signature, committer: Signature, stamp: Stamp) {
    (self.author, self.committer, self.stamp) = (author, committer, stamp)
  }

  /// `Name <email>`, as it is kept in plans.
  package var person: String { author.formatted }
}

/// What became of a command that changes the board.
package struct Change {
  /// The board before.
  package let before: BoardSnapshot
  /// The board after; the same commit as before where there was nothing to change.
  package let after: BoardSnapshot

  package var didChange: Bool { before.commit != after.commit }
}

extension BoardStore {
  /// Makes one change, as one commit, on the newest state of the board.
  ///
  /// Writes the objects, then moves the branch by compare-and-swap, and only then returns. If
  /// somebody else moved the branch meanwhile, `body` runs again on what they left.
  ///
  /// - Parameter body: Makes the edits and words the commit. It may run several times.
  /// - Throws: `StoreError`, or whatever `body` throws.
  package func change(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    let change = try await changeInLine(by: author, body)
    if change.didChange { await maintain() }
    return change
  }

  /// Makes the change under the writers' lock, which is kept until it is made: who loses a race does
  /// not go to the end of the line.
  private func changeInLine(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change {
    let lock = try await WriterLock(in: lockFolder, patience: patience)
    defer { _ = lock }
    var patience = patienceHere()
    while true {
      if let change = try await tryChange(by: author, body) { return change }
      try await waitForTurn(&patience)
      // Nobody waits for a command that was ended.
      try Task.checkCancellation()
    }
  }

  /// Makes the change once; nil if somebody moved the branch meanwhile.
  private func tryChange(
    by author: ChangeIdentity, _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> Change? {
    let local = try localTip()
    let before = try snapshot()
    if local == nil {
      // The first change in a fresh clone takes up the remote's history.
      try check(before.commit, knowing: nil)
    }
    guard let written = try await writeChange(on: before, by: author, body) else {
      return Change(before: before, after: before)
    }
    let moved = try await moveBranch(
      to: written.commit, expecting: local, reflog: "pmgit: \(written.subject)",
      who: author.committer)
    guard moved == .moved else { return nil }
    return Change(before: before, after: try snapshot(at: written.commit))
  }

  /// Writes the objects of a change; nothing refers to them yet.
  ///
  /// - Returns: The commit that the branch is to go to; nil where there is nothing to change.
  func writeChange(
    on before: BoardSnapshot, by author: ChangeIdentity,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> (commit: ObjectID, subject: String)? {
    var transaction = Transaction(on: before, stamp: author.stamp)
    var message = try body(&transaction)
    if let target = transaction.target { return (target, message.subject) }
    message.append(transaction.restored.map { CommitTrailer(.restores, $0.text) })
    let files = try transaction.changedFiles()
    try transaction.checkColumnRules(files)
    let isEmpty = files.isEmpty && transaction.otherFiles.isEmpty
    let tree = isEmpty ? before.tree : try writeTree(files, transaction.otherFiles, on: before)
    guard tree != before.tree || transaction.isWorthEmptyCommit else { return nil }
    let draft = CommitDraft(
      tree: tree, parents: [before.commit], author: author.author, committer: author.committer,
      message: message.text)
    let commit = try await write(draft, isSigned: settings.signsCommits)
    return (commit, message.subject)
  }

  /// Writes a commit, signed by the user's git or not at all.
  func write(_ draft: CommitDraft, isSigned: Bool) async throws(StoreError) -> ObjectID {
    guard isSigned else {
      return try git { () throws(GitError) in try repository.writeCommit(draft) }
    }
    do {
      return try await repository.program(environment: environment).signedCommit(draft)
    } catch {
      throw .program(error)
    }
  }

  private func writeTree(
    _ files: [(file: BoardFile, document: PlanDocument)], _ others: [String: [UInt8]?],
    on before: BoardSnapshot
  ) throws(StoreError) -> ObjectID {
    try packing(files: files.count) { () throws(StoreError) in
      var edits: [(path: String, edit: TreeEdit)] = []
      for (path, bytes) in others {
        let edit = try git { () throws(GitError) -> TreeEdit in
          if let bytes { .put(try repository.writeBlob(bytes), .blob) } else { .remove }
        }
        edits.append((path: path, edit: edit))
      }
      for (file, document) in files {
        let bytes = PlanFile.bytes(of: document)
        guard bytes.count <= JSONReader.maximumSize else {
          throw before.tooLarge(file, bytes: bytes.count)
        }
        let blob = try git { () throws(GitError) in try repository.writeBlob(bytes) }
        edits.append((path: file.path, edit: .put(blob, .blob)))
      }
      return try git { () throws(GitError) in
        try repository.writeTree(from: before.tree, edits: edits)
      }
    }
  }
}

extension BoardSnapshot {
  /// The refusal of a file that could not be read back.
  fileprivate func tooLarge(_ file: BoardFile, bytes: Int) -> StoreError {
    switch file {
    case .plan(let id): .planTooLarge(id, bytes: bytes)
    case .board:
      .unreadableBoard(
        name,
        reason:
          "they would be \(bytes) bytes, and at most \(JSONReader.maximumSize) can be read back")
    }
  }
}
