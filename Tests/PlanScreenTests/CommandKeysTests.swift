import PlanScreen
import PlanView
import Testing

@Suite("Keys for commands")
struct CommandKeysTests {
  @Test(
    "A command in a hint becomes its key, if a key does the same",
    arguments: [
      ("pmgit undo", "u"), ("pmgit redo", "U"), ("pmgit resolve --list", "3"), ("pmgit sync", "S"),
      ("pmgit list --all", "/ is:any"), ("pmgit list is:blocked", "/ is:blocked"),
      ("pmgit list owner:none kind:todo", "/ owner:none kind:todo"), ("pmgit list", "2"),
      ("pmgit undo 3", nil), ("pmgit list --json", nil), ("pmgit restore k7m2", nil),
      ("pmgit doctor", nil), ("pmgit", nil), ("git undo", nil), ("", nil),
    ])
  func words(command: String, expected: String?) {
    #expect(Shortcut.keys(for: command.split(separator: " ").map(String.init)) == expected)
  }
}
