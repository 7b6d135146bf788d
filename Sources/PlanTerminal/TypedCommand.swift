/// A pmgit command in a note.
enum TypedCommand {
  /// Returns the command as the user can type it.
  ///
  /// - Parameter board: The board to name in the command; nil for the default board.
  static func words(_ command: String, naming board: String?) -> String {
    "pmgit " + command + (board.map { " --board \($0)" } ?? "")
  }
}
