/// The outcome of a command that changes the board.
package struct Change {
  /// The board before the change.
  package let before: BoardSnapshot
  /// The board after the change; the same commit as `before` if nothing was altered.
  package let after: BoardSnapshot

  package var didChange: Bool { before.commit != after.commit }
}
