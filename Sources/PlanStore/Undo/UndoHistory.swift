package import Git
import PlanIndex
package import PlanModel

/// The changes of one person that are to be undone or redone, and those that are undone by now.
///
/// Undoing a change that others may have seen is a change too: its commit names, in trailers, the
/// commits that it undoes. So every clone finds in the history what to undo and to redo.
package struct UndoHistory {
  /// The commits to take back, newest first: changes for an undo, and undos for a redo.
  package fileprivate(set) var wanted: [Commit] = []
  /// Whether `wanted` are undos.
  let isRedo: Bool
  /// The changes that are undone by now, by any person, each with the author of its undo: as far as the
  /// undos are newer than the oldest wanted commit. What an older undo left is a value like any other.
  fileprivate(set) var undone: [ObjectID: Person] = [:]
  /// The undos and redos that were read.
  fileprivate(set) var undoings: Set<ObjectID> = []
  /// The undos that are reverted, each with the author of its redo.
  private var redone: [ObjectID: Person] = [:]

  fileprivate init(isRedo: Bool) { self.isRedo = isRedo }

  /// The changes that the wanted undos have undone; none for an undo.
  var redoneChanges: Set<ObjectID> {
    isRedo ? Set(wanted.flatMap { $0.commits(named: .undoes) }) : []
  }

  /// Notes an undo or a redo. They are read newest first, so that a redo is known before the undo that it
  /// reverts.
  fileprivate mutating func note(_ undoing: Commit) {
    undoings.insert(undoing.id)
    let author = Person(name: undoing.author.name, email: undoing.author.email)
    for id in undoing.commits(named: .redoes) where redone[id] == nil { redone[id] = author }
    if isRedone(undoing) { return }
    for id in undoing.commits(named: .undoes) where undone[id] == nil { undone[id] = author }
  }

  /// Whether an undo was reverted, by its own author.
  fileprivate func isRedone(_ undoing: Commit) -> Bool {
    redone[undoing.id].map(undoing.isBy) ?? false
  }
}

extension BoardStore {
  /// Finds the last changes of a person that were not undone yet.
  ///
  /// A redone change counts as if it had not been undone: changes are undone again one at a
  /// time.
  ///
  /// - Parameter count: The most changes to find.
  /// - Complexity: One commit read for each change on the board.
  package func changesToUndo(
    _ count: Int, by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoHistory {
    var changes = UndoHistory(isRedo: false)
    try forEachChange(from: tip) { commit in
      guard commit.takenBack.isEmpty else {
        changes.note(commit)
        return true
      }
      guard commit.isBy(person), changes.undone[commit.id]?.isSame(as: person) != true else {
        return true
      }
      changes.wanted.append(commit)
      return changes.wanted.count < count
    }
    return changes
  }

  /// Finds the last undo of a person, if they have changed nothing since. Other undos of the same
  /// changes, as from another clone, are included, since redoing one alone would bring nothing
  /// back.
  package func changesToRedo(
    by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoHistory {
    var changes = UndoHistory(isRedo: true)
    var targets: Set<ObjectID> = []
    try forEachChange(from: tip) { commit in
      if !commit.takenBack.isEmpty { changes.note(commit) }
      guard commit.isBy(person) else { return true }
      let undone = commit.commits(named: .undoes)
      if undone.isEmpty {
        if targets.isEmpty, commit.takenBack.isEmpty { return false }
        guard targets.remove(commit.id) != nil else { return true }
        return !targets.isEmpty
      }
      guard !changes.isRedone(commit), targets.isEmpty || !targets.isDisjoint(with: undone)
      else { return true }
      targets.formUnion(undone)
      changes.wanted.append(commit)
      return true
    }
    return changes
  }

  /// Reads the changes of a board, newest first, until `visit` returns false.
  ///
  /// The order is that of the past, in which a commit never trades places with one that it is based on.
  private func forEachChange(
    from tip: ObjectID, _ visit: (Commit) -> Bool
  ) throws(StoreError) {
    let past = try Past(of: self, from: tip)
    while let next = try past.next() {
      let commit = try git { () throws(GitError) in try repository.commit(next.id) }
      // A commit without a parent is a squashed board, and not a change of it.
      if commit.parents.isEmpty { continue }
      if !visit(commit) { return }
    }
  }
}
