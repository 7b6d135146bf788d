import Git
import PlanModel

/// Changes that were decided on an older version of the board.
///
/// A person at a page decides on what is shown, and others write meanwhile. Such a change is merged by field
/// with what came since, as the changes of two clones are: two values of one field stand side by side, and
/// neither replaces the other unseen. The result is one commit on the newest board, so that the history tells in
/// which order things came about.
extension BoardStore {
  /// Writes the objects of a change, decided on the commit that its author saw; nothing refers to
  /// them yet.
  ///
  /// Without a need for it there is no merge: where the files that the change alters are the same on
  /// the newest board, it is made on that. What its request names is looked up on the board that was
  /// seen (`Transaction.seen`) all the same.
  ///
  /// - Returns: The commit that the branch is to go to, on `newest`.
  func writeWhereDecided<Outcome>(
    on newest: BoardSnapshot, by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> WrittenChange<Outcome> {
    guard let basis = author.basis, basis != newest.commit else {
      return try await write(MadeChange(on: newest, by: author, body), by: author)
    }
    let seen = try seen(basis, before: newest)
    let own = try MadeChange(on: seen, by: author, body)
    if let files = try own.transaction.filesToMerge() {
      // What was there already when the author looked is not written over what came since.
      if files.isEmpty { return WrittenChange(own, commit: nil) }
      if try !files.allSatisfy({ try newest.isUnchanged($0.path, since: basis) }) {
        return try await write(own, altering: files, onto: newest, by: author)
      }
    }
    return try await write(MadeChange(on: newest, seen: seen, by: author, body), by: author)
  }

  /// Returns the board on which a change is decided.
  ///
  /// - Parameter basis: The commit that its author saw; nil for the newest.
  /// - Throws: `StoreError.notInHistory` for a commit that is not of this board's past.
  package func snapshot(decidedOn basis: ObjectID?) throws(StoreError) -> BoardSnapshot {
    let newest = try snapshot()
    guard let basis, basis != newest.commit else { return newest }
    return try seen(basis, before: newest)
  }

  /// Writes a commit on the newest board with what its merge with a change gives. The change's own commit is in
  /// no history, as nobody else has it.
  private func write<Outcome>(
    _ own: MadeChange<Outcome>, altering files: [BoardFile], onto newest: BoardSnapshot,
    by author: ChangeIdentity
  ) async throws(StoreError) -> WrittenChange<Outcome> {
    // As in a rehearsal: no branch goes to it.
    var rehearsing = author
    rehearsing.isRehearsal = true
    let unchanged = WrittenChange(own, commit: nil)
    guard let commit = try await write(own, by: rehearsing).commit else { return unchanged }
    let tree = try mergeDraft(newest.commit, commit, as: nil).content.tree
    guard tree != newest.tree else { return unchanged }
    try checkColumnRules(of: files, in: tree, on: newest, stamp: author.stamp)
    return WrittenChange(own, commit: try await writeCommit(of: own, tree, on: newest, by: author))
  }

  /// Fails if a plan comes from where it is now to a column whose rule forbids that by now.
  private func checkColumnRules(
    of files: [BoardFile], in tree: ObjectID, on newest: BoardSnapshot, stamp: Stamp
  ) throws(StoreError) {
    var merged = Transaction(on: newest, stamp: stamp)
    for file in files {
      let entry = try repository.treeEntry(at: file.path, in: tree)
      guard let plan = file.planID, let document = try document(file, entry) else { continue }
      try merged.put(plan, isNew: merged.found.document(plan) == nil) { _ in document }
    }
    try merged.checkColumnRules(merged.changedFiles())
  }

  /// Returns the board as the author saw it.
  ///
  /// - Throws: `StoreError.notInHistory` for a commit that is not of this board's past, as it could
  ///   bring in any others.
  private func seen(
    _ basis: ObjectID, before newest: BoardSnapshot
  ) throws(StoreError) -> BoardSnapshot {
    guard try commitIfThere(basis) != nil, try isAncestor(basis, of: newest.commit) else {
      throw .notInHistory(name, basis)
    }
    return try snapshot(at: basis)
  }
}

extension Transaction {
  /// The files that a change alters, to be merged with what came since.
  ///
  /// - Returns: nil for a change that belongs on the newest board: an undo looks for what was done last, and files
  ///   that pmgit does not merge have no fields.
  fileprivate func filesToMerge() throws(StoreError) -> [BoardFile]? {
    guard target == nil, !isWorthEmptyCommit, otherFiles.isEmpty else { return nil }
    return try changedFiles().map(\.file)
  }
}
