/// What moved the board's branch, as pmgit's words in the reflog say.
enum BranchMove {
  case undo, redo, sharing, other

  init(_ reason: String) {
    // The blanks keep the first words from being the beginning of others, as of a plan's id.
    let kinds: [(lead: String, kind: BranchMove)] = [
      ("undo ", .undo), ("redo ", .redo), ("sync ", .sharing), ("take up ", .sharing),
    ]
    self = kinds.first { reason.hasPrefix("pmgit: \($0.lead)") }?.kind ?? .other
  }
}
