package import Git
import PlanIndex
package import PlanModel

/// The newest changes that one person made on a board, of which some are to be taken back.
///
/// Taking back a change that others may have seen is a change too: its commit names, in trailers,
/// the commits that it takes back. So every clone finds in the history what to undo and to redo.
package struct UndoHistory {
  /// Newest first. The commits between those to take back are there for the values that they have
  /// written, and those of other people for the values that they have brought back.
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
  /// A redone change counts as if it had not been undone: changes are taken back again one at a
  /// time.
  ///
  /// - Parameter count: The most changes to find.
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

  /// Finds the last undo of a person, if they have changed nothing since. Other undos of the same
  /// changes, as from another clone, are included, since redoing one alone would bring nothing
  /// back.
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
    /// The commit is wanted, and is the last one.
    case last
    case wanted, passed, end
  }

  /// Reads a person's changes, newest first, until `judge` finds the last one.
  ///
  /// The order is that of the past, in which a commit never trades places with one that it is based on.
  private func ownChanges(
    by person: Person, from tip: ObjectID, _ judge: (Commit) -> Verdict
  ) throws(StoreError) -> UndoHistory {
    var changes = UndoHistory()
    let past = try Past(of: self, from: tip)
    while let next = try past.next() {
      let commit = try git { () throws(GitError) in try repository.commit(next.id) }
      // A commit without a parent is a squashed board, and not a change of it.
      guard let parent = commit.parents.first else { continue }
      let parentTree = try git { () throws(GitError) in try repository.commit(parent) }.tree
      guard commit.isBy(person) else {
        if !commit.takenBack.isEmpty { changes.note(commit, parentTree, isOwn: false) }
        continue
      }
      let verdict = judge(commit)
      if verdict == .end { break }
      changes.note(commit, parentTree, isWanted: verdict != .passed)
      if verdict == .last { break }
    }
    return changes
  }
}
