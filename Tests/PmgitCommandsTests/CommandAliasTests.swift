import Git
import PmgitTestSupport
import Testing

@testable import PmgitCommands

@Suite("Commands of one's own")
struct CommandAliasTests {
  private func set(_ name: String, _ value: String, in pmgit: CommandRunner) async throws {
    try await pmgit.repository.git("config", "pmgit.alias.\(name)", value)
  }

  @Test("A problem is reported as JSON if the alias has the option")
  func problem() async throws {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    try await set("lj", "show --json", in: pmgit)
    let result = await pmgit.run(["lj", "zzzz"])
    #expect(result.exitCode == 1 && result.output.hasPrefix("{"), "\(result)")
  }

  @Test(
    "A value is split as git splits its own",
    arguments: Seeds.batches(40, of: 10))
  func split(seeds: [UInt64]) async throws {
    let scratch = try await ScratchRepository()
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      let parts = [
        "a", "b", " ", "  ", "\t", "'", "\"", "\\", "\\\\", "é", "#", "''", "\"\"", "$x", "*",
      ]
      let value = "x" + (0..<random.number(below: 10)).map { _ in random.pick(parts) }.joined()
      // The value is followed by another word, because git reads trailing white space as an empty
      // word.
      let ours = CommandAlias.split("rev-parse --sq-quote \(value) end")
      let theirs: String
      do {
        theirs = try await scratch.program.run(
          ["-c", "alias.split=rev-parse --sq-quote \(value) end", "split"], in: scratch.path)
      } catch {
        #expect(ours == nil, "PMGIT_SEED=\(seed): \(value)")
        continue
      }
      let quoted = (ours ?? []).dropFirst(2).map {
        "'" + $0.replacing("'", with: "'\\''") + "'"
      }.joined(separator: " ")
      let shown = theirs.drop { $0 == " " }.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(shown.first.map(String.init) == quoted, "PMGIT_SEED=\(seed): \(value)")
    }
  }

  @Test("An alias stands for a command with arguments, and more may follow")
  func expansion() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let bug = try await pmgit.add("Crash on start", "--label", "bug")
    _ = try await pmgit.add("Other")
    try await set("bugs", "list '#bug'", in: pmgit)
    try await set("b2", "bugs --json", in: pmgit)
    #expect(try await pmgit("bugs").hasPrefix(bug))
    #expect(try await pmgit("bugs").split(separator: "\n").count == 1)
    #expect(try await pmgit("BUGS", "sort:title").hasPrefix(bug))
    #expect(try await pmgit("bugs", "none") == "")
    #expect(try await pmgit("b2").hasPrefix("{"))
    #expect(try await pmgit("--json", "bugs").hasPrefix("{"))
    pmgit.directory = "/"
    #expect(try await pmgit("-C", pmgit.repository.path, "bugs").hasPrefix(bug))
    #expect(await pmgit.run(["bugs"]).messages.contains("'bugs' is not a pmgit command"))
  }

  @Test("'help' says what an alias stands for, and --help is that of the command")
  func help() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await set("bugs", "list '#bug'", in: pmgit)
    #expect(try await pmgit("help", "bugs") == "'bugs' is an alias of 'list '#bug''\n")
    #expect(try await pmgit("bugs", "--help").contains("List plans, one a line, or as a tree."))
  }

  @Test("An alias never takes the place of a command")
  func builtIn() async throws {
    let pmgit = try await CommandRunner.withBoard()
    for name in ["list", "help", "hooks", "stats"] {
      try await set(name, "add shadow", in: pmgit)
    }
    try await pmgit("list")
    try await pmgit("help", "list")
    _ = await pmgit.run(["hooks", "run"])
    #expect(try await pmgit("list", "--all") == "")
  }

  @Test(
    "A value that is no command line is refused, and nothing runs",
    arguments: [
      ("!touch ran", "is a shell command, which pmgit does not run"), ("", "is empty"),
      ("  ", "is empty"), ("list 'x", "is left open"), ("list x\\", "is left open"),
      ("mine", "leads back to itself: mine → mine"), ("other x", "leads back to itself"),
      ("nowhere", "'nowhere' is not a pmgit command"), ("list \u{1B}[31m\u{1}:x", "unknown key"),
      ("column rm x", "is not a command of"), ("add $(touch ran)", ""),
    ])
  func hostile(value: String, message: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await set("mine", value, in: pmgit)
    try await set("other", "mine y", in: pmgit)
    let result = await pmgit.run(["mine"])
    #expect(result.exitCode == (message.isEmpty ? 0 : 64), "\(result)")
    #expect(result.messages.contains(message), "\(result)")
    #expect(!result.messages.contains("\u{1B}"))
    #expect(try await pmgit.repository.git("status", "--short") == "")
  }
}
