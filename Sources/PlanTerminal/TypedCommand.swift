/// A command of pmgit in a note beside a result.
enum TypedCommand {
  /// Returns the command as it can be typed.
  ///
  /// - Parameter board: The board that it has to name; nil if that is used by default.
  static func words(_ command: String, naming board: String?) -> String {
    "pmgit " + command + (board.map { " --board \($0)" } ?? "")
  }
}
