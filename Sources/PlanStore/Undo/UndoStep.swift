package import Git

/// How changes of a person are taken back, or brought back.
package enum UndoStep {
  /// The branch goes to a commit that is there already. Nobody else can have seen what lies between,
  /// so nothing is left that could conflict with anything.
  case move(to: ObjectID, over: [Commit])
  /// A new commit takes the changes back.
  case takeBack(UndoHistory)
  /// A new commit makes changes again that the branch went back over. Newest first.
  case again([Commit])

  /// The commits in question, newest first; none where there is nothing to do.
  package var commits: [Commit] {
    switch self {
    case .move(_, let commits), .again(let commits): commits
    case .takeBack(let changes): changes.wanted
    }
  }
}
