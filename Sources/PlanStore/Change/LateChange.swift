package import Git
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
  /// - Returns: The commit that the branch is to go to, on `newest`; nil if the change alters nothing.
  func writeWhereDecided(
    on newest: BoardSnapshot, by author: ChangeIdentity,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> WrittenChange? {
    guard let basis = author.basis, basis != newest.commit else {
      return try await writeChange(on: newest, by: author, body)
    }
    let seen = try seen(basis, before: newest)
    guard let files = try filesAltered(on: seen, by: author, body) else {
      return try await writeChange(on: newest, seen: seen, by: author, body)
    }
    // What was there already when the author looked is not written over what came since.
    if files.isEmpty { return nil }
    if try files.allSatisfy({ try newest.isUnchanged($0.path, since: basis) }) {
      return try await writeChange(on: newest, seen: seen, by: author, body)
    }
    // As in a rehearsal: no branch goes to it.
    var rehearsing = author
    rehearsing.isRehearsal = true
    guard let own = try await writeChange(on: seen, by: rehearsing, body) else { return nil }
    return try await write(own, altering: files, onto: newest, by: author)
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
  private func write(
    _ own: WrittenChange, altering files: [BoardFile], onto newest: BoardSnapshot,
    by author: ChangeIdentity
  ) async throws(StoreError) -> WrittenChange? {
    let tree = try mergeDraft(newest.commit, own.commit, as: nil).content.tree
    guard tree != newest.tree else { return nil }
    try checkColumnRules(of: files, in: tree, on: newest, stamp: author.stamp)
    let message = try git { () throws(GitError) in try repository.commit(own.commit) }.message
    let draft = CommitDraft(
      tree: tree, parents: [newest.commit], author: author.author, committer: author.committer,
      message: message)
    let commit = try await write(draft, isSigned: settings.signsCommits && !author.isRehearsal)
    return WrittenChange(commit: commit, subject: own.subject)
  }

  /// Fails if a plan comes from where it is now to a column whose rule forbids that by now.
  private func checkColumnRules(
    of files: [BoardFile], in tree: ObjectID, on newest: BoardSnapshot, stamp: Stamp
  ) throws(StoreError) {
    var merged = Transaction(on: newest, stamp: stamp)
    for file in files {
      let entry = try git { () throws(GitError) in
        try repository.treeEntry(at: file.path, in: tree)
      }
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

  /// The files that a change alters on a board.
  ///
  /// - Returns: nil for a change that belongs on the newest board: an undo looks for what was done last, and files
  ///   that pmgit does not merge have no fields.
  private func filesAltered(
    on seen: BoardSnapshot, by author: ChangeIdentity,
    _ body: (inout Transaction) throws -> CommitMessage
  ) throws -> [BoardFile]? {
    var rehearsal = Transaction(on: seen, stamp: author.stamp)
    _ = try body(&rehearsal)
    guard rehearsal.target == nil, !rehearsal.isWorthEmptyCommit, rehearsal.otherFiles.isEmpty
    else { return nil }
    return try rehearsal.changedFiles().map(\.file)
  }
}
