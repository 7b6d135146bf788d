import Git

/// Finds the commits that git has just made when it calls a hook.
extension BoardStore {
  /// Returns the commit at `HEAD`; nil if `HEAD` has no commit or if the commit is an amend. After
  /// an amend git calls `post-rewrite`, which names the replaced commit.
  package func commitJustMade() throws -> ObjectID? {
    guard let head = try repository.reference("HEAD"), try !isAmend(head) else { return nil }
    return head
  }

  /// Whether `HEAD` moved from a commit to another one with the same parents, but not by a checkout
  /// or a reset. Any other reason in the reflog is accepted, because programs other than git write
  /// it.
  private func isAmend(_ head: ObjectID) throws -> Bool {
    guard let move = try repository.lastHeadReflogEntry(), move.origin != .zero,
      move.origin != head,
      !["checkout: ", "reset: "].contains(where: move.reason.hasPrefix)
    else { return false }
    // The former commit may be missing if the hook is called by hand.
    guard let former = try commitIfThere(move.origin) else { return false }
    return try former.parents == commitIfThere(head)?.parents
  }

  /// Returns the commit at `HEAD` if it is a merge made in this clone, else nil. The commits of a
  /// fast-forward were made and recorded elsewhere.
  package func mergeJustMade() throws -> ObjectID? {
    guard let head = try repository.reference("HEAD") else { return nil }
    let parents = try repository.commit(head).parents
    guard parents.count > 1, try !isFastForward(parents) else { return nil }
    return head
  }

  /// Whether `HEAD` was only moved to an existing merge.
  private func isFastForward(_ parents: [ObjectID]) throws -> Bool {
    if let move = try repository.lastHeadReflogEntry() {
      return move.reason.hasSuffix(": Fast-forward")
    }
    // Without a reflog, `ORIG_HEAD` decides: the commit that was checked out before the merge. For
    // a new merge, this is the first parent.
    return try repository.reference("ORIG_HEAD") != parents[0]
  }

  /// Returns the commits that an amend or a rebase made. For a rebase, they include new commits
  /// that replace no other commit.
  ///
  /// - Parameter lines: The lines of git's input to the hook, `<old id> <new id>`.
  package func commitsMade(byRewriting lines: [String], isRebase: Bool) throws -> [CodeCommit] {
    var order: [ObjectID] = []
    var replaced: [ObjectID: [ObjectID]] = [:]
    for line in lines {
      let ids = line.split(separator: " ").prefix(2).compactMap { ObjectID(hex: String($0)) }
      guard ids.count == 2 else { continue }
      if replaced[ids[1]] == nil { order.append(ids[1]) }
      replaced[ids[1], default: []].append(ids[0])
    }
    let others = isRebase ? try commitsMadeInRebase(besides: Set(order)) : []
    return order.map { CodeCommit($0, replacing: replaced[$0] ?? []) }
      + others.map { CodeCommit($0) }
  }

  /// Returns the commits that were made by hand in a rebase that is about to end, for example to
  /// split a commit. They are new and replace no other commit. The result is empty without a
  /// rebase, or if the history is cut off.
  ///
  /// - Parameter known: The commits that replace others; these are left out.
  package func commitsMadeInRebase(besides known: Set<ObjectID>) throws -> [ObjectID] {
    do {
      guard let rebase = try repository.rebaseInProgress,
        let head = try repository.reference("HEAD")
      else { return [] }
      let made = Set(
        try repository.commits(from: [head], hiding: [rebase.onto, rebase.origin], limit: 10_000))
      // Only first parents are followed: a commit that was merged at a stop was not made in the
      // rebase.
      var (found, next): ([ObjectID], ObjectID?) = ([], head)
      while let commit = next, made.contains(commit) {
        if !known.contains(commit) { found.append(commit) }
        next = try repository.commit(commit).parents.first
      }
      return found
    } catch {
      // In a shallow clone the code's history may be cut off.
      guard error.code == .notFound else { throw error }
      return []
    }
  }
}
