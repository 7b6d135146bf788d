import Git
import PlanIndex
package import PlanModel

extension BoardStore {
  /// The board at a moment: all that was made by then, whichever clone it was made in.
  ///
  /// It is the commit that has all of it, if there is one. Edits that were made apart and merged only later
  /// have none: their heads are merged then and there, as a sync would have, in memory.
  ///
  /// `CommitTimes` says when a commit counts as made.
  ///
  /// - Parameter now: The time of the reader's clock.
  /// - Throws: `StoreError.noBoardThen` where there is none.
  /// - Complexity: The commits made since then, and the first time all of them.
  package func tip(at moment: Timestamp, now: Timestamp) throws(StoreError) -> ObjectID {
    let heads = try heads(at: moment, now: now, of: try tip())
    guard var found = heads.first else { throw .noBoardThen(name, moment) }
    for head in heads.dropFirst() {
      try repository.keepInMemory()
      let draft = try mergeDraft(found, head, as: nil).draft
      found = try repository.writeCommit(draft)
    }
    return found
  }

  /// The commits that together have all that was made by a moment, none of them in the history of another one.
  private func heads(
    at moment: Timestamp, now: Timestamp, of tip: ObjectID
  ) throws(StoreError) -> [ObjectID] {
    let heads = try leavingOutAncestors(commits(after: moment, at: now, of: tip).before)
    guard heads.count == 1, heads[0] != tip else { return heads }
    // The fixed commits at the beginning of every board do not show when this board began.
    let only = try repository.commit(heads[0])
    return NewBoard.isBeginning(only) ? [] : heads
  }

  /// Returns the commits that are in the history of no other one, in the order of their ids.
  private func leavingOutAncestors(
    _ commits: Set<ObjectID>
  ) throws(StoreError) -> [ObjectID] {
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

  /// Returns when a commit of the board was made: what its clock said, or where that was more than a day behind the
  /// commits that it builds on, the time of those.
  ///
  /// - Complexity: The commits made since then; in a history that is cut off, clocks are believed.
  package func timeMade(_ commit: Commit) throws(StoreError) -> Timestamp {
    let said = Timestamp(seconds: commit.committer.seconds)
    do throws(StoreError) {
      let past = try Past(of: self, from: try tip())
      while let next = try past.nextOfAny(), next.place.date >= Int(said.seconds) {
        guard next.id == commit.id else { continue }
        let isBelieved = next.place.date - Int(said.seconds) <= CommitTimes.toleratedLag
        return isBelieved ? said : Timestamp(seconds: Int64(next.place.date))
      }
    } catch {
      guard case .shallow = error else { throw error }
    }
    return said
  }

  /// The commit of a board that git finds by a name: `3f2a9c1`, `pmgit/main~3`.
  ///
  /// - Throws: `StoreError.noCommit` for a name of no board's commit; `.unsafeHead` if the commit
  ///   would do harm to read, as it may come from anywhere.
  package func tip(named revision: String) throws(StoreError) -> ObjectID {
    guard let found = try repository.commit(named: revision) else {
      throw .noCommit(typed: revision)
    }
    let file = BoardFile.board.path
    let settings = try repository.treeEntry(at: file, in: try repository.commit(found).tree)
    guard settings != nil else { throw .noCommit(typed: revision) }
    try checkTrees(of: found, knowing: try tip())
    return found
  }
}
