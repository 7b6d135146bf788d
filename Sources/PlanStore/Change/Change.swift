/// What became of a command that changes the board.
package struct Change {
  /// The board before.
  package let before: BoardSnapshot
  /// The board after; the same commit as before where there was nothing to change.
  package let after: BoardSnapshot

  package var didChange: Bool { before.commit != after.commit }
}
