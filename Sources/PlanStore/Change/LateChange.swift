import Git
import PlanModel

/// Changes whose basis is an older version of the board.
///
/// A web page may show an older board than the newest, because others write meanwhile. A change
/// made there is merged field by field with the newer changes, like changes of two clones. Two
/// values of one field become a conflict, so that no value is lost. The result is one commit on the
/// newest board, so the history shows the real order.
extension BoardStore {
  /// Writes the objects of a change without moving a reference. The change is based on the commit
  /// that its author saw.
  ///
  /// If nobody changed the same files since, the change is made on the newest board without a
  /// merge. Names in the request are still looked up on the board that the author saw
  /// (`Transaction.basis`). An undo, a redo, or a change of files without fields is also made on
  /// the newest board. Other changes are merged with the newer ones.
  ///
  /// - Returns: The written change. Its commit is a child of `newest`, or the existing commit to
  ///   which an undo or redo moves the branch; nil if the change alters nothing.
  func writeOnBasis<Outcome>(
    on newest: BoardSnapshot, by author: ChangeIdentity, _ body: ChangeBody<Outcome>
  ) async throws -> WrittenChange<Outcome> {
    let basis = try snapshot(basis: author.basis, before: newest)
    guard basis.commit != newest.commit else {
      return try await write(MadeChange(on: newest, by: author, body), by: author)
    }
    let own = try MadeChange(on: basis, by: author, body)
    if let files = try own.transaction.filesToMerge() {
      // The author changed nothing, so newer values stay.
      if files.isEmpty { return WrittenChange(own, commit: nil) }
      if try !files.allSatisfy({ try newest.isUnchanged($0.path, since: basis.commit) }) {
        return try await write(own, altering: files, onto: newest, by: author)
      }
    }
    return try await write(MadeChange(on: newest, basis: basis, by: author, body), by: author)
  }

  /// Returns the board on which a change is based.
  ///
  /// - Parameter basis: The commit that its author saw; nil for the newest.
  /// - Throws: `StoreError.notInHistory` for a commit outside this board's history; merging it
  ///   could bring in foreign commits.
  package func snapshot(basis: ObjectID?, before newest: BoardSnapshot) throws -> BoardSnapshot {
    guard let basis, basis != newest.commit else { return newest }
    guard try commitIfThere(basis) != nil, try isAncestor(basis, of: newest.commit) else {
      throw StoreError.notInHistory(name, basis)
    }
    return try snapshot(at: basis)
  }

  /// Merges a change with the newest board and writes the result as one commit. The change's own
  /// commit does not become part of the history.
  private func write<Outcome>(
    _ own: MadeChange<Outcome>, altering files: [BoardFile], onto newest: BoardSnapshot,
    by author: ChangeIdentity
  ) async throws -> WrittenChange<Outcome> {
    // No branch will point to this commit, so it is made as a dry run.
    var copy = author
    copy.isDryRun = true
    let unchanged = WrittenChange(own, commit: nil)
    guard let commit = try await write(own, by: copy).commit else { return unchanged }
    let tree = try mergeDraft(newest.commit, commit, as: nil).content.tree
    guard tree != newest.tree else { return unchanged }
    try checkColumnRules(of: files, in: tree, on: newest, stamp: author.stamp)
    let written = try await writeCommit(on: newest, by: author) { (tree, own.message) }
    return WrittenChange(own, commit: written)
  }

  /// Fails if the rules of the newest board's columns forbid a plan's move after the merge.
  private func checkColumnRules(
    of files: [BoardFile], in tree: ObjectID, on newest: BoardSnapshot, stamp: Stamp
  ) throws {
    var merged = Transaction(on: newest, stamp: stamp)
    for file in files {
      let entry = try repository.treeEntry(at: file.path, in: tree)
      guard let plan = file.planID, let document = try document(file, entry) else { continue }
      try merged.put(plan, isNew: merged.found.document(plan) == nil) { _ in document }
    }
    try merged.checkColumnRules(merged.changedFiles())
  }
}

extension Transaction {
  /// Returns the files that a change alters, to be merged with newer changes.
  ///
  /// - Returns: nil for a change that must be made on the newest board: an undo or a redo, or a
  ///   change that alters files without fields or writes its plans by a stream.
  fileprivate func filesToMerge() throws -> [BoardFile]? {
    guard target == nil, !isWorthEmptyCommit, otherFiles.isEmpty, stream == nil else { return nil }
    return try changedFiles().map(\.file)
  }
}
