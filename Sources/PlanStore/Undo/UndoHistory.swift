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
  /// The changes that are undone by now, each with those who undid it.
  private var undone: [ObjectID: [Person]] = [:]
  /// The undos and redos that were read.
  fileprivate(set) var undoings: Set<ObjectID> = []
  /// The undos that are reverted, each with those who redid it.
  private var redone: [ObjectID: [Person]] = [:]
  /// The undone changes that were not read yet. With each of them, all its undos are known.
  private var missing: Set<ObjectID> = []

  fileprivate init(isRedo: Bool) { self.isRedo = isRedo }

  /// The changes that the wanted undos have undone; none for an undo.
  var redoneChanges: Set<ObjectID> {
    isRedo ? Set(wanted.flatMap { $0.commits(named: .undoes) }) : []
  }

  /// Whether a change was undone by its author: a trailer counts in nobody else's commit.
  func isUndone(_ id: ObjectID, by author: Person) -> Bool {
    undone[id]?.contains { $0.isSame(as: author) } == true
  }

  /// Notes the next commit. They are read newest first, so that a redo is known before the undo that it
  /// reverts.
  fileprivate mutating func note(_ commit: Commit) {
    missing.remove(commit.id)
    if commit.takenBack.isEmpty { return }
    undoings.insert(commit.id)
    let author = Person(name: commit.author.name, email: commit.author.email)
    for id in commit.commits(named: .redoes) { redone[id, default: []].append(author) }
    if isRedone(commit) { return }
    for id in commit.commits(named: .undoes) {
      undone[id, default: []].append(author)
      missing.insert(id)
    }
  }

  /// Whether all undone changes were read: what lies below a change decides what shows without it.
  fileprivate var isComplete: Bool { missing.isEmpty }

  /// Whether an undo was reverted, by its own author.
  fileprivate func isRedone(_ undoing: Commit) -> Bool {
    redone[undoing.id]?.contains(where: undoing.isBy) == true
  }
}

extension BoardStore {
  /// Finds the last changes of a person that were not undone yet, except those that hooks made.
  ///
  /// A redone change counts as if it had not been undone: changes are undone again one at a
  /// time.
  ///
  /// - Parameter count: The most changes to find.
  /// - Complexity: One commit read for each change on the board, back to the oldest that is undone.
  package func changesToUndo(
    _ count: Int, by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoHistory {
    var changes = UndoHistory(isRedo: false)
    try readChanges(from: tip, into: &changes) { changes, commit in
      guard commit.takenBack.isEmpty, commit.isBy(person), !commit.isByHook,
        !changes.isUndone(commit.id, by: person)
      else { return true }
      changes.wanted.append(commit)
      return changes.wanted.count < count
    }
    return changes
  }

  /// Finds the last undo of a person, if they have changed nothing since; what hooks made does not count.
  ///
  /// Other undos of the same changes, as from another clone, are included, since redoing one alone would
  /// bring nothing back.
  package func changesToRedo(
    by person: Person, from tip: ObjectID
  ) throws(StoreError) -> UndoHistory {
    var changes = UndoHistory(isRedo: true)
    var targets: Set<ObjectID> = []
    try readChanges(from: tip, into: &changes) { changes, commit in
      guard commit.isBy(person), !commit.isByHook else { return true }
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

  /// Reads the changes of a board, newest first, until `judge` wants no more and all undone ones were read.
  ///
  /// The order is that of the past, in which a commit never trades places with one that it is based on.
  private func readChanges(
    from tip: ObjectID, into changes: inout UndoHistory,
    _ judge: (inout UndoHistory, Commit) -> Bool
  ) throws(StoreError) {
    let past = try Past(of: self, from: tip)
    var wantsMore = true
    while let next = try past.next() {
      let commit = try git { () throws(GitError) in try repository.commit(next.id) }
      // A commit without a parent is a squashed board, and not a change of it.
      if commit.parents.isEmpty { continue }
      changes.note(commit)
      if wantsMore { wantsMore = judge(&changes, commit) }
      if !wantsMore, changes.wanted.isEmpty || changes.isComplete { return }
    }
  }
}
