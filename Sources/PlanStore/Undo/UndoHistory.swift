package import Git
package import PlanModel

/// The newest changes that one person made on a board, of which some are to be taken back.
///
/// Taking back what others may have seen is a change too: its commit names in trailers what it takes
/// back, so the history says of it what there is to undo and to redo, in every clone.
package struct UndoHistory {
  /// Newest first; those between the ones to take back are there for what they have written, and
  /// those of others for what they have brought back.
  private(set) var entries: [Entry] = []

  struct Entry {
    let commit: Commit
    let parentTree: ObjectID?
    let isOwn: Bool
    /// Whether it is to be taken back.
    let isWanted: Bool
  }

  /// The commits to take back, newest first.
  package var wanted: [Commit] { entries.filter(\.isWanted).map(\.commit) }

  fileprivate mutating func note(
    _ commit: Commit, _ parentTree: ObjectID?, isOwn: Bool = true, isWanted: Bool = false
  ) {
    entries.append(
      Entry(commit: commit, parentTree: parentTree, isOwn: isOwn, isWanted: isWanted))
  }
}

extension BoardStore {
  /// Finds the last changes of a person that were not taken back yet.
  ///
  /// What was redone is as if it had not been undone: it is taken back again one change at a time.
  ///
  /// - Parameter count: The most to find.
  /// - Complexity: One commit read for each change on the board.
  package func changesToUndo(
    _ count: Int, by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoHistory {
    var undone: Set<ObjectID> = []
    var redone: Set<ObjectID> = []
    var missing = count
    return try ownChanges(by: person, from: tip) { commit in
      let takenBack = commit.takenBack
      guard takenBack.isEmpty else {
        redone.formUnion(commit.commits(named: .redoes))
        if !redone.contains(commit.id) { undone.formUnion(commit.commits(named: .undoes)) }
        return .passed
      }
      if undone.contains(commit.id) { return .passed }
      missing -= 1
      return missing > 0 ? .wanted : .last
    }
  }

  /// Finds the last undoing of a person, if they have changed nothing since; with it those that took
  /// back the same, as in another clone, since one alone would bring nothing back.
  package func changesToRedo(
    by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoHistory {
    var redone: Set<ObjectID> = []
    var targets: Set<ObjectID> = []
    return try ownChanges(by: person, from: tip) { commit in
      let undone = commit.commits(named: .undoes)
      redone.formUnion(commit.commits(named: .redoes))
      if undone.isEmpty {
        if targets.isEmpty, commit.takenBack.isEmpty { return .end }
        guard targets.remove(commit.id) != nil else { return .passed }
        return targets.isEmpty ? .end : .passed
      }
      guard !redone.contains(commit.id), targets.isEmpty || !targets.isDisjoint(with: undone)
      else { return .passed }
      targets.formUnion(undone)
      return .wanted
    }
  }

  private enum Verdict {
    /// Wanted, and nothing after it.
    case last
    case wanted, passed, end
  }

  /// Reads a person's changes, newest first, until one is the last that is wanted.
  ///
  /// In the order of the graph: two changes of one second must not trade places.
  private func ownChanges(
    by person: Person, from tip: ObjectID, _ judge: (Commit) -> Verdict
  ) throws(StoreError) -> UndoHistory {
    var changes = UndoHistory()
    try visitChanges(from: tip) { commit, parentTree throws(StoreError) in
      // A commit without a parent is a board that somebody squashed, and not a change of it.
      guard parentTree != nil else { return true }
      guard commit.isBy(person) else {
        if !commit.takenBack.isEmpty { changes.note(commit, parentTree, isOwn: false) }
        return true
      }
      let verdict = judge(commit)
      if verdict == .end { return false }
      changes.note(commit, parentTree, isWanted: verdict != .passed)
      return verdict != .last
    }
    return changes
  }
}
