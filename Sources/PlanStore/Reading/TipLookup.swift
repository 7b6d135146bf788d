import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// Returns the commit of the board at a moment, with all changes of all clones up to then.
  ///
  /// If changes of several clones were merged only later, no commit of that time has all of them.
  /// Then the heads at the moment are merged in memory, as a sync would do.
  ///
  /// `CommitTimes` defines when a commit counts as made.
  ///
  /// - Parameter now: The time of the reader's clock.
  /// - Throws: `StoreError.noBoardThen` if the board did not exist at the moment.
  /// - Complexity: Reads the commits made since then; the first time, all commits.
  package func tip(at moment: Timestamp, now: Timestamp) throws -> ObjectID {
    let heads = try heads(at: moment, now: now, of: try tip())
    guard var found = heads.first else { throw StoreError.noBoardThen(name, moment) }
    for head in heads.dropFirst() {
      repository.keepInMemory()
      let draft = try mergeDraft(found, head, as: nil).draft
      found = try repository.writeCommit(draft)
    }
    return found
  }

  /// Returns the commits that together have all changes up to a moment. No commit is an ancestor of
  /// another. The result is empty if the board did not exist then.
  private func heads(at moment: Timestamp, now: Timestamp, of tip: ObjectID) throws -> [ObjectID] {
    let heads = try leavingOutAncestors(commits(after: moment, at: now, of: tip).before)
    guard heads.count == 1, heads[0] != tip else { return heads }
    // The first commits are the same in every board, so their times do not show when this board was
    // created.
    return NewBoard.isBeginning(heads[0]) ? [] : heads
  }

  /// Returns the given commits, without those that are ancestors of another given commit, sorted by
  /// id.
  private func leavingOutAncestors(_ commits: Set<ObjectID>) throws -> [ObjectID] {
    var heads: [ObjectID] = []
    for commit in commits.sorted() {
      var kept: [ObjectID] = []
      var isInHistory = false
      for head in heads {
        if try isAncestor(commit, of: head) { isInHistory = true }
        if try !isAncestor(head, of: commit) { kept.append(head) }
      }
      heads = isInHistory ? heads : kept + [commit]
    }
    return heads
  }

  /// Returns when a commit of the board was made: its committer's time. If that is more than a day
  /// before the corrected date, returns the corrected date, which is just after the ancestors. In a
  /// shallow clone, returns the committer's time.
  ///
  /// - Complexity: Reads a row of the index; without an index, the commits made since then.
  package func timeMade(_ commit: Commit) throws -> Timestamp {
    let said = Timestamp(seconds: commit.committer.seconds)
    guard let date = try place(of: commit)?.date else { return said }
    let isBelieved = date - Int(said.seconds) <= CommitTimes.toleratedLag
    return isBelieved ? said : Timestamp(seconds: Int64(date))
  }

  /// Returns the position of a commit in the board's history; nil if it is not in the history, or
  /// if the history is cut off.
  private func place(of commit: Commit) throws -> PastPlace? {
    do {
      let tip = try tip()
      let past = try Past(of: self, from: tip)
      let known = index.read { index throws(DatabaseError) in
        try index.place(of: commit.id, at: tip)
      }
      if let known { return known }
      let said = Timestamp(seconds: commit.committer.seconds).seconds
      while let next = try past.nextOfAny(), next.place.date >= Int(said) {
        if next.id == commit.id { return next.place }
      }
    } catch StoreError.shallow {
    }
    return nil
  }

  /// The longest accepted name of a commit in bytes, which leaves room for long branch names.
  private static let longestRevision = 1000

  /// Returns the commit of a board that git finds by a name, such as `3f2a9c1` or `pmgit/main~3`.
  ///
  /// - Throws: `StoreError.noCommit` if the name is not that of a board's commit; `.unsafeHead` if
  ///   the commit is harmful.
  package func tip(named revision: String) throws -> ObjectID {
    guard revision.utf8.count <= Self.longestRevision,
      let found = try repository.commit(named: revision)
    else {
      throw StoreError.noCommit(typed: revision)
    }
    let file = BoardFile.board.path
    let settings = try repository.treeEntry(at: file, in: try repository.commit(found).tree)
    guard settings != nil else { throw StoreError.noCommit(typed: revision) }
    try checkTrees(of: found, except: try tip())
    return found
  }
}
