import Git

/// The way to take changes of a person back, or to bring them back.
package enum UndoStep {
  /// The branch moves to an existing commit. No other clone can have seen the commits between, so
  /// nothing is left that could conflict.
  case move(to: ObjectID, over: [Commit])
  /// A new commit takes the changes back.
  case takeBack(UndoHistory)
  /// A new commit makes changes again that the branch went back over. Newest first.
  case again([Commit])

  /// The changes to take back or to make again, newest first; none if there are none.
  package var commits: [Commit] {
    switch self {
    case .move(_, let commits), .again(let commits): commits
    case .takeBack(let changes): changes.wanted
    }
  }
}
