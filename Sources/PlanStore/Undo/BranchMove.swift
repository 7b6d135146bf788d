/// The cause of a move of the board's branch, from pmgit's words in the reflog.
enum BranchMove {
  case undo, redo, sharing, other

  init(_ reason: String) {
    // The blanks keep the leads from matching longer words, such as a plan's id.
    let kinds: [(lead: String, kind: BranchMove)] = [
      ("undo ", .undo), ("redo ", .redo), ("sync ", .sharing), ("take up ", .sharing),
    ]
    self = kinds.first { reason.hasPrefix("pmgit: \($0.lead)") }?.kind ?? .other
  }
}
