package import Git
package import PlanModel

/// The newest changes that one person made on a board, of which some are to be taken back.
///
/// Taking back is a change too: its commit names in trailers what it takes back, so the history
/// alone says what there is to undo and to redo, in every clone.
package struct OwnChanges {
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
  /// - Parameter count: The most to find.
  /// - Complexity: One commit read for each change on the board.
  package func changesToUndo(
    _ count: Int, by person: Person, from tip: ObjectID
  ) throws(StoreError) -> OwnChanges {
    var undone: Set<ObjectID> = []
    return try ownChanges(by: person, from: tip, upTo: count) { commit in
      let takenBack = commit.commits(named: .undoes)
      undone.formUnion(takenBack)
      return takenBack.isEmpty && !undone.contains(commit.id) ? .wanted : .passed
    }
  }

  /// Finds the last undoing of a person, if they have changed nothing since.
  package func changesToRedo(
    by person: Person, from tip: ObjectID
  ) throws(StoreError) -> OwnChanges {
    var redone: Set<ObjectID> = []
    return try ownChanges(by: person, from: tip, upTo: 1) { commit in
      let broughtBack = commit.commits(named: .redoes)
      redone.formUnion(broughtBack)
      if commit.commits(named: .undoes).isEmpty { return broughtBack.isEmpty ? .end : .passed }
      return redone.contains(commit.id) ? .passed : .wanted
    }
  }

  private enum Verdict {
    case wanted, passed, end
  }

  /// Reads a person's changes, newest first, until enough of them are wanted.
  ///
  /// In the order of the graph: two changes of one second must not trade places.
  private func ownChanges(
    by person: Person, from tip: ObjectID, upTo count: Int, _ judge: (Commit) -> Verdict
  ) throws(StoreError) -> OwnChanges {
    var changes = OwnChanges()
    var missing = count
    try visitChanges(from: tip) { commit, parentTree throws(StoreError) in
      let author = Person(name: commit.author.name, email: commit.author.email)
      // A commit without a parent is a board that somebody squashed, and not a change of it.
      guard parentTree != nil else { return true }
      guard author.isSame(as: person) else {
        if !commit.takenBack.isEmpty { changes.note(commit, parentTree, isOwn: false) }
        return true
      }
      let verdict = judge(commit)
      if verdict == .end { return false }
      changes.note(commit, parentTree, isWanted: verdict == .wanted)
      if verdict == .wanted { missing -= 1 }
      return missing > 0
    }
    return changes
  }
}
