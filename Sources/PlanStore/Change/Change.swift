/// The outcome of a command that changes the board.
package struct Change {
  /// The board before.
  package let before: BoardSnapshot
  /// The board after; the same commit as before if nothing was altered.
  package let after: BoardSnapshot

  package var didChange: Bool { before.commit != after.commit }
}
