/// A move of the board's branch by an undo or a redo, from pmgit's words in the reflog.
enum BranchMove {
  case undo, redo

  init?(_ reason: String) {
    // The blanks keep the leads from matching longer words, such as a plan's id.
    if reason.hasPrefix("pmgit: undo ") {
      self = .undo
    } else if reason.hasPrefix("pmgit: redo ") {
      self = .redo
    } else {
      return nil
    }
  }
}
