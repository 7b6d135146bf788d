import Git
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
  /// The undos and redos that were read.
  private(set) var undoings: [ObjectID: Undoing] = [:]
  /// The changes that are undone by now.
  private(set) var undone: Set<ObjectID> = []
  /// The changes that some undo names, be it redone since.
  private(set) var onceUndone: Set<ObjectID> = []
  /// The undos that were redone.
  private var redone: Set<ObjectID> = []
  /// The named commits that were not read yet. With each change among them, all its undos are known.
  private var missing: Set<ObjectID> = []

  fileprivate init(isRedo: Bool) { self.isRedo = isRedo }

  /// The changes that a wanted undo has undone; none for an undo.
  func changesRedone(by undo: Commit) -> [ObjectID] {
    isRedo ? undoings[undo.id]?.undoes ?? [] : []
  }

  /// The changes that the wanted undos have undone; none for an undo.
  var redoneChanges: Set<ObjectID> { Set(wanted.flatMap(changesRedone)) }

  /// Notes the next commit. They are read newest first, so that a redo is known before the undo that it
  /// reverts.
  fileprivate mutating func note(_ commit: ObjectID, _ undoing: Undoing?) {
    missing.remove(commit)
    guard let undoing else { return }
    undoings[commit] = undoing
    redone.formUnion(undoing.redoes)
    onceUndone.formUnion(undoing.undoes)
    missing.formUnion(undoing.undoes + undoing.redoes)
    if !isRedone(commit) { undone.formUnion(undoing.undoes) }
  }

  /// Whether all named commits were read: what lies below a change decides what shows without it.
  fileprivate var isComplete: Bool { missing.isEmpty }

  fileprivate func isRedone(_ undo: ObjectID) -> Bool { redone.contains(undo) }
}

/// What a commit undoes and redoes.
struct Undoing {
  /// The changes that it undoes.
  let undoes: [ObjectID]
  /// The undos that it reverts.
  let redoes: [ObjectID]
}

extension BoardStore {
  /// Returns what a commit undoes and redoes; nil if it is a change like any other.
  ///
  /// A trailer counts only in a commit by the author of the commit that it names: nobody can undo for
  /// somebody else.
  func undoing(in commit: Commit) throws(StoreError) -> Undoing? {
    let author = Person(name: commit.author.name, email: commit.author.email)
    let own = { (key: CommitTrailer.Key) throws(StoreError) in
      try self.commitsIfThere(commit.commits(named: key)).filter { $0.isBy(author) }.map(\.id)
    }
    let undoing = Undoing(undoes: try own(.undoes), redoes: try own(.redoes))
    return undoing.undoes.isEmpty && undoing.redoes.isEmpty ? nil : undoing
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
      guard changes.undoings[commit.id] == nil, commit.isBy(person), !commit.isByHook,
        !changes.undone.contains(commit.id)
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
      guard let undone = changes.undoings[commit.id]?.undoes else {
        if targets.isEmpty { return false }
        guard targets.remove(commit.id) != nil else { return true }
        return !targets.isEmpty
      }
      guard !undone.isEmpty, !changes.isRedone(commit.id),
        targets.isEmpty || !targets.isDisjoint(with: undone)
      else { return true }
      targets.formUnion(undone)
      changes.wanted.append(commit)
      return true
    }
    return changes
  }

  /// Reads the changes of a board, newest first, until `judge` wants no more and all that undos and redos
  /// name were read.
  ///
  /// The order is that of the past, in which a commit never trades places with one that it is based on.
  private func readChanges(
    from tip: ObjectID, into changes: inout UndoHistory,
    _ judge: (inout UndoHistory, Commit) -> Bool
  ) throws(StoreError) {
    let past = try Past(of: self, from: tip)
    var wantsMore = true
    while let next = try past.next() {
      let commit = try repository.commit(next.id)
      // A commit without a parent is a squashed board, and not a change of it.
      if commit.parents.isEmpty { continue }
      changes.note(commit.id, try undoing(in: commit))
      if wantsMore { wantsMore = judge(&changes, commit) }
      if !wantsMore, changes.wanted.isEmpty || changes.isComplete { return }
    }
  }
}
