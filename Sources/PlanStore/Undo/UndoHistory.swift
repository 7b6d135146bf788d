import Git
import PlanIndex
package import PlanModel

/// The changes of one person to undo or redo, and the changes that are already undone.
///
/// Undoing a shared change makes a new commit whose trailers name the undone commits. So every
/// clone can find in the history what is undone.
package struct UndoHistory {
  /// The commits to reverse, newest first: changes for an undo, undos for a redo.
  package fileprivate(set) var wanted: [Commit] = []
  /// The last of the person's changes after those, made by hooks. An undo leaves them as they are.
  package fileprivate(set) var laterByHooks: [Commit] = []
  /// Whether the commits in `wanted` are undos.
  let isRedo: Bool
  /// The undos and redos that were read, by commit.
  private(set) var undoings: [ObjectID: Undoing] = [:]
  /// The changes that are undone at present.
  private(set) var undone: Set<ObjectID> = []
  /// The changes that were ever undone, even if they were redone since.
  private(set) var onceUndone: Set<ObjectID> = []
  /// The undos that were redone.
  private var redone: Set<ObjectID> = []
  /// The commits that undos and redos name and that were not read yet.
  private var missing: Set<ObjectID> = []

  /// The most later changes by hooks that are kept.
  fileprivate static let mostByHooks = 10

  fileprivate init(isRedo: Bool, redone: Set<ObjectID> = []) {
    (self.isRedo, self.redone) = (isRedo, redone)
  }

  /// Returns the changes that an undo reverted; empty unless `isRedo`.
  func changesRedone(by undo: Commit) -> [ObjectID] {
    isRedo ? undoings[undo.id]?.undoes ?? [] : []
  }

  /// The changes that the undos in `wanted` reverted; empty unless `isRedo`.
  var redoneChanges: Set<ObjectID> { Set(wanted.flatMap(changesRedone)) }

  /// Notes the next commit. Commits are noted newest first, so a redo comes before the undo that it
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

  /// Whether all commits that undos and redos name were read.
  fileprivate var isComplete: Bool { missing.isEmpty }

  fileprivate func isRedone(_ undo: ObjectID) -> Bool { redone.contains(undo) }

  /// Whether a noted commit is a change that the person made, and that is not undone.
  fileprivate func canUndo(_ commit: Commit, by person: Person) -> Bool {
    undoings[commit.id] == nil && commit.isBy(person) && !commit.isSkippedByUndo
      && !undone.contains(commit.id)
  }
}

/// The commits that an undo or redo reverts.
struct Undoing {
  /// The changes that it undoes.
  let undoes: [ObjectID]
  /// The undos that it reverts.
  let redoes: [ObjectID]
}

extension BoardStore {
  /// Returns the commits that a commit undoes and redoes; nil if it is an ordinary change.
  ///
  /// A trailer counts only if both commits have the same author, so people can undo only their own
  /// changes.
  func undoing(in commit: Commit) throws -> Undoing? {
    let author = Person(name: commit.author.name, email: commit.author.email)
    let own = { (key: CommitTrailer.Key) in
      try self.commitsIfThere(commit.commits(named: key)).filter { $0.isBy(author) }.map(\.id)
    }
    let undoing = Undoing(undoes: try own(.undoes), redoes: try own(.redoes))
    return undoing.undoes.isEmpty && undoing.redoes.isEmpty ? nil : undoing
  }

  /// Returns the last changes of a person that are not undone. Commits that hooks and bridges made
  /// for the person are left out.
  ///
  /// A redone change counts as not undone, so it can be undone again.
  ///
  /// - Parameters:
  ///   - count: The most changes to find.
  ///   - since: Changes before the last one that is older are not found; nil for no such limit.
  /// - Complexity: Reads each commit of the board, back to the oldest change to undo.
  package func changesToUndo(
    _ count: Int, since: Timestamp? = nil, by person: Person, from tip: ObjectID
  ) throws -> UndoHistory {
    var changes = UndoHistory(isRedo: false)
    try readChanges(from: tip, into: &changes) { changes, commit in
      if changes.wanted.isEmpty, changes.laterByHooks.count < UndoHistory.mostByHooks,
        commit.isByHook, commit.isBy(person)
      {
        changes.laterByHooks.append(commit)
      }
      guard changes.canUndo(commit, by: person) else { return true }
      if let since, CommitSummary(commit).at < since { return false }
      changes.wanted.append(commit)
      return changes.wanted.count < count
    }
    return changes
  }

  /// Returns given changes of a person as those to undo, and the person's later changes.
  ///
  /// - Returns: nil if one of the changes is undone already, or is not in the history.
  func changesToUndo(
    exactly ids: [ObjectID], by person: Person, from tip: ObjectID
  ) throws -> (changes: UndoHistory, later: [Commit])? {
    var changes = UndoHistory(isRedo: false)
    var later: [Commit] = []
    var missing = Set(ids)
    try readChanges(from: tip, into: &changes) { changes, commit in
      if !missing.isDisjoint(with: changes.undone) { return false }
      guard changes.canUndo(commit, by: person) else { return true }
      if missing.remove(commit.id) == nil {
        later.append(commit)
      } else {
        changes.wanted.append(commit)
      }
      return !missing.isEmpty
    }
    return missing.isEmpty ? (changes, later) : nil
  }

  /// Returns the last undo of a person. The result is empty if the person made a change since,
  /// other than by hooks and bridges.
  ///
  /// Other undos of the same changes, such as from another clone, are included. Redoing only one of
  /// them would change nothing.
  ///
  /// - Parameter redone: Undos that count as redone already.
  package func changesToRedo(
    by person: Person, from tip: ObjectID, besides redone: Set<ObjectID> = []
  ) throws -> UndoHistory {
    var changes = UndoHistory(isRedo: true, redone: redone)
    var targets: Set<ObjectID> = []
    try readChanges(from: tip, into: &changes) { changes, commit in
      guard commit.isBy(person), !commit.isSkippedByUndo else { return true }
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

  /// Reads the changes of a board, newest first, and calls `judge` until it returns false.
  ///
  /// If no commit is wanted then, reading stops at once. Otherwise it continues until all commits
  /// that undos and redos name were read. The order is that of `Past`: a commit always comes before
  /// its ancestors.
  private func readChanges(
    from tip: ObjectID, into changes: inout UndoHistory,
    _ judge: (inout UndoHistory, Commit) -> Bool
  ) throws {
    let past = try Past(of: self, from: tip)
    var wantsMore = true
    while let next = try past.next() {
      let commit = try repository.commit(next.id)
      // A commit without a parent is a squashed board, not a change.
      if commit.parents.isEmpty { continue }
      changes.note(commit.id, try undoing(in: commit))
      if wantsMore { wantsMore = judge(&changes, commit) }
      if !wantsMore, changes.wanted.isEmpty || changes.isComplete { return }
    }
  }
}
