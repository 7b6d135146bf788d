import Git

/// Changes that were decided on an older version of the board.
///
/// A person at a page, or at a form, decides on what is shown, and others write meanwhile. Such a change
/// is made where it was decided, and merged by field with what came since, as those of two clones are:
/// so two values of one field stand side by side, and neither replaces the other unseen.
extension BoardStore {
  /// Writes the objects of a change, decided on the commit that its author saw; nothing refers to
  /// them yet.
  ///
  /// Without a need for it there is no merge: where the files that the change alters are the same on
  /// the newest board, it is made on that.
  ///
  /// - Returns: The commit that the branch is to go to, which holds `newest`; nil if the change alters
  ///   nothing.
  func writeWhereDecided(
    on newest: BoardSnapshot, by author: ChangeIdentity,
    _ body: (inout Transaction) throws -> CommitMessage
  ) async throws -> WrittenChange? {
    guard let basis = author.basis, basis != newest.commit else {
      return try await writeChange(on: newest, by: author, body)
    }
    let seen = try seen(basis, before: newest)
    let paths = try pathsAltered(on: seen, by: author, body)
    // What was there already when the author looked is not written over what came since.
    if paths.isEmpty { return nil }
    if try paths.allSatisfy({ try newest.isUnchanged($0, since: basis) }) {
      return try await writeChange(on: newest, by: author, body)
    }
    let later = try author.after(newest)
    guard let own = try await writeChange(on: seen, by: later, body) else { return nil }
    let person = settings.mergesAsUser ? author.committer : nil
    let merged = try await merge(newest.commit, own.commit, as: person)
    return WrittenChange(commit: merged.commit, subject: own.subject)
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

  /// The paths of the files that a change alters on a board.
  private func pathsAltered(
    on seen: BoardSnapshot, by author: ChangeIdentity,
    _ body: (inout Transaction) throws -> CommitMessage
  ) throws -> [String] {
    var rehearsal = Transaction(on: seen, stamp: author.stamp)
    _ = try body(&rehearsal)
    return try rehearsal.changedFiles().map(\.file.path) + rehearsal.otherFiles.keys
  }
}

extension ChangeIdentity {
  /// Returns the identity with a time after that of a board's last commit: changes that stand side by side in a
  /// history come in the order of their times, and this one is made last.
  fileprivate func after(_ newest: BoardSnapshot) throws(StoreError) -> ChangeIdentity {
    let last = try git { () throws(GitError) in try newest.repository.commit(newest.commit) }
    var later = self
    later.committer.seconds = max(committer.seconds, last.committer.seconds + 1)
    return later
  }
}
