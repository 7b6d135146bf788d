/// A move of the board's branch by an undo or a redo, read from the reflog.
enum BranchMove {
  case undo, redo

  init?(_ reason: String) {
    // The trailing spaces prevent matches of longer words, such as a plan's id.
    if reason.hasPrefix("pmgit: undo ") {
      self = .undo
    } else if reason.hasPrefix("pmgit: redo ") {
      self = .redo
    } else {
      return nil
    }
  }
}
