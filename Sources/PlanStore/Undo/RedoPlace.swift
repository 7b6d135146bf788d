import Git

/// A place in the history after some redos, which need not be made: the next redo is found from
/// there.
struct RedoPlace {
  /// The tip of the branch before the redos.
  let start: ObjectID
  /// The newest commit of the branch that exists already.
  private(set) var newest: ObjectID
  /// Whether `newest` is the tip; false if the last redo makes a commit.
  private(set) var isTip = true
  /// The number of redos.
  private(set) var redos = 0
  /// Whether a redo made lost changes again. They count as new ones, after which no undo that is a
  /// commit can be redone.
  private(set) var hasNewChanges = false
  /// The undos that the redos reverted by commits.
  private(set) var redone: Set<ObjectID> = []

  /// The place before any redo.
  init(_ tip: ObjectID) { (start, newest) = (tip, tip) }

  /// Goes on to the place after a redo.
  mutating func pass(_ step: UndoStep) {
    redos += 1
    switch step {
    case .move(let target, _): newest = target
    case .again: (isTip, hasNewChanges) = (false, true)
    case .takeBack(let changes):
      redone.formUnion(changes.wanted.map(\.id))
      isTip = false
    }
  }
}
