import PmgitTestSupport
import Testing

/// `--text`, which prints in a pipe what a terminal shows, as wide as `PMGIT_COLUMNS` says.
@Suite("Text for people in a pipe")
struct TextOptionTests {
  private static let commands = [
    "list", "list --fields id,title", "board", "show login", "log", "status", "digest",
    "next", "stats", "people", "doctor", "config", "edit login -p high --dry-run",
  ]

  /// Creates a pipe and a terminal that is 60 cells wide, both in one repository with two plans.
  private func runners() async throws -> (pipe: CommandRunner, terminal: CommandRunner) {
    let pipe = try await CommandRunner.withBoard()
    try await pipe("add", "Fix the login of people with a very long name", "--due", "fri")
    try await pipe("add", "Other", "-l", "ui", "--state", "doing")
    let terminal = try CommandRunner(pipe.repository)
    terminal.useTerminal(widthInCells: 60)
    return (pipe, terminal)
  }

  @Test("Each command prints in a pipe what a terminal shows", arguments: commands)
  func sameAsTerminal(command: String) async throws {
    let (pipe, terminal) = try await runners()
    let words = command.split(separator: " ").map(String.init)
    (pipe.now, terminal.now) = (CommandRunner.start, CommandRunner.start)
    let shown = await terminal.run(words).output
    #expect(!shown.isEmpty)
    pipe.environment["PMGIT_COLUMNS"] = "60"
    for asked in [words + ["--text"], ["--text"] + words] {
      pipe.now = CommandRunner.start
      #expect(await pipe.run(asked).output == shown, "\(asked)")
    }
  }

  @Test("Without --text a pipe gets records, whose form no width changes")
  func records() async throws {
    let (pipe, _) = try await runners()
    #expect(try await pipe("list").contains("\ttodo\t"))
    for variable in ["COLUMNS", "PMGIT_COLUMNS"] {
      pipe.environment[variable] = "60"
      #expect(try await pipe("list").contains("\ttodo\t"))
    }
    #expect(!(try await pipe("list", "--text")).contains("\t"))
  }

  @Test(
    "At a terminal, a clone is told once how a pipe gets text",
    arguments: ["board", "list", "show"])
  func advice(command: String) async throws {
    let (pipe, terminal) = try await runners()
    let words = command == "show" ? ["show", "login"] : [command]
    let hint = "hint: in a pipe or a file, --text prints what a terminal shows\n"
    #expect(await pipe.run(words).messages.isEmpty)
    #expect(await terminal.run(words).messages.isEmpty)
    pipe.answers = []
    for silent in ["--text", "--json", "-q"] {
      #expect(!(await pipe.run(words + [silent])).messages.contains(hint))
    }
    #expect(await pipe.run(words).messages == hint)
    #expect(await pipe.run(words).messages.isEmpty)
  }

  @Test("pmgit.advice.text silences the advice")
  func silenced() async throws {
    let (pipe, _) = try await runners()
    try await pipe.repository.git("config", "pmgit.advice.text", "false")
    pipe.answers = []
    #expect(await pipe.run(["board"]).messages.isEmpty)
  }
}
