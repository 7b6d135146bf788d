import Git

/// A way to undo or redo changes of a person.
package enum UndoStep {
  /// The branch moves to an existing commit. No other clone has the commits in between, so there
  /// are no conflicts.
  case move(to: ObjectID, over: [Commit])
  /// A new commit undoes the changes, or redoes them.
  case takeBack(UndoHistory)
  /// A new commit redoes changes that the branch lost by an undo. The lost commits are sorted
  /// newest first.
  case again([Commit])

  /// The commits to undo or redo, newest first; may be empty.
  package var commits: [Commit] {
    switch self {
    case .move(_, let commits), .again(let commits): commits
    case .takeBack(let changes): changes.wanted
    }
  }

  /// The person's later changes that hooks made, and that an undo leaves as they are.
  package var laterByHooks: [Commit] {
    if case .takeBack(let changes) = self { changes.laterByHooks } else { [] }
  }
}

extension BoardStore {
  /// Returns the changes that a step undoes or redoes, newest first. For a redo of changes that are
  /// not in this clone any more, returns the undos instead.
  package func changes(of step: UndoStep) throws -> [Commit] {
    guard case .takeBack(let changes) = step, changes.isRedo else { return step.commits }
    var known: Set<ObjectID> = []
    let redone = changes.wanted.flatMap(changes.changesRedone).filter { known.insert($0).inserted }
    let found = try commitsIfThere(redone)
    return found.isEmpty ? step.commits : found
  }
}
