import Git

/// The commits that git has just made when it calls a hook.
extension BoardStore {
  /// The commit at `HEAD`; nil if there is none, or if it is an amend: then `post-rewrite` follows, and knows which
  /// commit was replaced.
  package func commitJustMade() throws(StoreError) -> ObjectID? {
    guard let head = try repository.reference("HEAD"), try !isAmend(head) else { return nil }
    return head
  }

  /// Whether `HEAD` went from a commit to one with the same parents, which is an amend, whatever
  /// reason the program that called git wrote into the reflog.
  private func isAmend(_ head: ObjectID) throws(StoreError) -> Bool {
    guard let move = try repository.lastMoveOfHead(), move.origin != .zero, move.origin != head,
      !["checkout: ", "reset: "].contains(where: move.reason.hasPrefix)
    else { return false }
    // The former commit may be gone, if the hook is called by hand.
    guard let former = try codeCommit(move.origin) else { return false }
    return try former.parents == codeCommit(head)?.parents
  }

  /// The commit at `HEAD`, if it is a merge that was made here: a fast-forward's commits were made, and recorded, by
  /// others.
  package func mergeJustMade() throws(StoreError) -> ObjectID? {
    guard let head = try repository.reference("HEAD") else { return nil }
    let parents = try repository.commit(head).parents
    guard parents.count > 1, try !isFastForward(parents) else { return nil }
    return head
  }

  /// Whether `HEAD` was only moved to an existing merge.
  private func isFastForward(_ parents: [ObjectID]) throws(StoreError) -> Bool {
    if let move = try repository.lastMoveOfHead() { return move.reason.hasSuffix(": Fast-forward") }
    // Without a reflog, `ORIG_HEAD` tells: git makes a merge on the commit that was checked out
    // before.
    return try repository.reference("ORIG_HEAD") != parents[0]
  }

  /// The commits that were made in place of others, and in a rebase those that replace none.
  ///
  /// - Parameter lines: What git hands over, `<old id> <new id>` each.
  package func commitsMade(
    byRewriting lines: [String], isRebase: Bool
  ) throws(StoreError) -> [CodeCommit] {
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
}
