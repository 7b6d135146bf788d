import Foundation
import PmgitTestSupport
import Testing

/// Wrong input: the error mentions it, has a hint and the right exit code, and nothing is changed.
@Suite struct FailureTests {
  /// Runs a command that must fail, and checks that no reference was moved.
  private func failure(
    _ pmgit: CommandRunner, _ arguments: [String], input: String = ""
  ) async throws -> CommandRunner.Result {
    let before = try await pmgit.repository.git("for-each-ref")
    let result = await pmgit.run(arguments, input: input)
    #expect(result.exitCode != 0)
    #expect(result.output == "")
    #expect(result.messages.hasPrefix("pmgit: "))
    #expect(result.messages.contains("\nhint: "))
    #expect(try await pmgit.repository.git("for-each-ref") == before)
    return result
  }

  @Test("Only commands that take a text advise to put '--' before one")
  func textLikeOption() async throws {
    let pmgit = try await CommandRunner()
    let advice = "put '--' before a text"
    for arguments in [["add", "-x"], ["list", "-x"]] {
      #expect(await pmgit.run(arguments).messages.contains(advice), "\(arguments)")
    }
    for arguments in [["show", "x", "--frob"], ["done", "x", "--frob"], ["sync", "--frob"]] {
      #expect(await !pmgit.run(arguments).messages.contains(advice), "\(arguments)")
    }
  }

  @Test("Outside of a repository")
  func noRepository() async throws {
    let pmgit = try await CommandRunner()
    pmgit.directory = pmgit.repository.folder
    let result = await pmgit.run(["list"])
    #expect(result.exitCode == 1)
    #expect(
      result.messages.hasPrefix("pmgit: '\(pmgit.directory)' is not in a git repository\nhint: "))
  }

  @Test("A folder that is not there, and a file in place of a folder")
  func noFolder() async throws {
    let pmgit = try await CommandRunner()
    let none = pmgit.repository.folder + "/none"
    for path in [none, none + "/deeper"] {
      let result = await pmgit.run(["-C", path, "list"])
      #expect(result.exitCode == 1)
      #expect(
        result.messages.hasPrefix(
          "pmgit: there is no folder '\(path)'\nhint: name the folder of"))
    }
    let file = pmgit.repository.folder + "/file"
    try "x".write(toFile: file, atomically: true, encoding: .utf8)
    let result = await pmgit.run(["-C", file, "list"])
    #expect(result.messages.hasPrefix("pmgit: '\(file)' is not in a git repository\n"))
  }

  @Test("A repository without a board")
  func noBoard() async throws {
    let pmgit = try await CommandRunner()
    let result = try await failure(pmgit, ["list"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("there is no board 'main' here"))
  }

  @Test("An id that nothing begins with, and one that several do")
  func ids() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let lines = ["k7m2q9x4t1ab", "k7m2q9x4t1ac"].map {
      "{\"id\":\"\($0)\",\"title\":\"Plan \($0)\"}"
    }
    _ = await pmgit.run(["import", "-"], input: lines.joined(separator: "\n"))
    let unknown = try await failure(pmgit, ["show", "zzzz"])
    #expect(unknown.exitCode == 1)
    #expect(unknown.messages.contains("no plan's id begins with 'zzzz'"))
    let ambiguous = try await failure(pmgit, ["move", "k7m2", "doing"])
    #expect(ambiguous.exitCode == 1)
    #expect(ambiguous.messages.contains("hint: k7m2q9x4t1ab  Plan k7m2q9x4t1ab\n"))
    let noID = try await failure(pmgit, ["show", "7!"])
    #expect(noID.messages.contains("no plan's id begins with '7!'"))
  }

  @Test(
    "Values that can't be taken",
    arguments: [
      (["add", "x", "--state", "dong"], "there is no column 'dong'", "did you mean 'doing'?"),
      (["add", "x", "--due", "2026-02-30"], "'2026-02-30' is not a date", "hint"),
      (["add", "x", "--priority", "hot"], "priority 'hot' is not low", "'none' to clear"),
      (["add", " "], "title ' ' is empty", "at least one"),
      (["add", "a\nb"], "has a line break", "on one line"),
      (["add", "x", "--estimate", "many"], "estimate 'many' is not a number", "0.5"),
      (["add", "x", "--link", "k7m2"], "link 'k7m2' is not KIND:ID", "blocked-by:k7m2"),
      (["list", "lable:bug"], "unknown key 'lable'", "did you mean 'label'?"),
      (["list", "--board", "No Board"], "is not a name for a board", "a-z, 0-9"),
      (["frobnicate"], "'frobnicate' is not a pmgit command", "see 'pmgit --help'"),
      (["help", "dates", "rules"], "'dates' is one topic", "see 'pmgit help dates'"),
      (["help", "lits"], "'lits' is not a pmgit command", "did you mean 'pmgit list'?"),
      (["help", "qurey"], "'qurey' is not a pmgit command", "did you mean 'pmgit help query'?"),
      (
        ["column", "delete", "doing"], "'delete' is not a command of",
        "did you mean 'pmgit column remove'?"
      ),
      (["add", "x", "--estimate", "1e400"], "estimate '1e400' is not a number", "0.5"),
      (["add", "x", "--estimate", "1e7"], "estimate '1e7' is more than 1000000", "larger steps"),
      (["check", "k7m2", "--", "-9223372036854775808"], "no plan's id", "pmgit list"),
      (["lits"], "'lits' is not a pmgit command", "did you mean 'pmgit list'?"),
      (
        ["hooks", "instal"], "'instal' is not a command of 'pmgit hooks'",
        "mean 'pmgit hooks install'?"
      ),
      (
        ["help", "hooks", "instal"], "is not a command of 'pmgit hooks'",
        "mean 'pmgit hooks install'?"
      ),
      (["hooks", "frob"], "'frob' is not a command of", "hint: see 'pmgit hooks --help'"),
      (
        ["column", "ad", "x"], "'ad' is not a command of",
        "did you mean 'pmgit column add'?"
      ),
      (["column", "add"], "missing expected", "see 'pmgit column add --help'"),
      ([""], "unexpected argument ''", "see 'pmgit --help'"),
      (
        ["add", "x", "--body", "--quiet"], "missing its value before '--quiet'", "pmgit add --help"
      ),
      (["edit", "x", "--title=", "-q"], "missing its value before '-q'", "pmgit edit --help"),
      (["take", "x", "--as=", "-q"], "missing its value", "pmgit take --help"),
      (["comment", "x", "-m", "--quiet"], "missing its value", "pmgit comment --help"),
      (["add", "x", "--label=", "--due=fri"], "missing its value", "pmgit add --help"),
      (["add", "x", "--body=", "--read-only"], "missing its value", "pmgit add --help"),
      (["add", "x", "--frob"], "unknown option '--frob'", "see 'pmgit add --help'"),
      (["add"], "missing expected argument", "--help"),
      (["add", "-x"], "unknown option '-x'", "put '--' before a text"),
      (["list", "--sort", "due"], "unknown option '--sort'", "'pmgit list sort:due'"),
      (["list", "-n", "3"], "unknown option '-n'", "'pmgit list limit:20'"),
      (["board", "--label", "x"], "unknown option '--label'", "'pmgit board label:NAME'"),
      (["log", "--author", "me"], "unknown option '--author'", "write --by NAME"),
      (["log", "-5"], "unknown option '-5'", "'pmgit log -n 5'"),
      (["edit", "x", "--prio=high"], "unknown option '--prio'", "write --priority LEVEL"),
      (["done", "x", "-m", "why"], "unknown option '-m'", "'pmgit comment ID -m TEXT'"),
      (["stats", "--forecast"], "unknown option", "did you mean 'pmgit stats forecast'?"),
      (
        ["stats", "--where", "#x", "forecast"], "unexpected argument 'forecast'",
        "a subcommand comes before options: 'pmgit stats forecast ...'"
      ),
      (["digest", "--changelog", "1w..", "--me"], "--changelog is Markdown, and", "digest --help"),
      (
        ["digest", "--changelog", "1w..", "--all"], "--changelog is Markdown, and", "digest --help"
      ),
      (["move", "x", "--tpo"], "unknown option '--tpo'", "did you mean '--top'?"),
      (["st"], "'st' is not a pmgit command", "did you mean 'pmgit status'?"),
      (["view", "x"], "no view 'x' is kept on this board", "write 'pmgit show x'"),
      (["ls"], "'ls' is not a pmgit command", "did you mean 'pmgit list'?"),
      (["ls", "--help"], "'ls' is not a pmgit command", "did you mean 'pmgit list'?"),
      (["sh", "-h"], "'sh' is not a pmgit command", "did you mean 'pmgit show'?"),
      (
        ["config", "boar", "--help"], "'boar' is not a command of",
        "did you mean 'pmgit config board'?"
      ),
      (["mv"], "'mv' is not a pmgit command", "did you mean 'pmgit move ID COLUMN'?"),
      (["show", "x", "--nonsense"], "unknown option '--nonsense'", "see 'pmgit show --help'"),
      (["clone"], "'clone' is not a pmgit command", "clone the project with 'git clone'"),
      (["fetch"], "'fetch' is not a pmgit command", "did you mean 'pmgit sync --pull'?"),
      (["merge"], "'merge' is not a pmgit command", "did you mean 'pmgit sync'?"),
      (["commit"], "'commit' is not a pmgit command", "each change is a commit already"),
      (["milestone", "ad"], "there is no milestone 'ad'", "did you mean 'pmgit milestone add'?"),
      (
        ["milestone", "new", "v1"], "'new' is not a command", "did you mean 'pmgit milestone add'?"
      ),
      (["sycn"], "'sycn' is not a pmgit command", "did you mean 'pmgit sync'?"),
      (["rm"], "'rm' is not a pmgit command", "did you mean 'pmgit delete ID'?"),
      (["check", "x", "--every"], "unknown option '--every'", "see 'pmgit check --help'"),
      (["edit", "--foo", "x"], "unknown option '--foo'", "see 'pmgit edit --help'"),
      (["show", "--foo"], "unknown option '--foo'", "see 'pmgit show --help'"),
      (["column", "add", "--foo"], "unknown option '--foo'", "column add --help"),
      (
        ["edit", "--title", "-x"], "name plans, or choose them with --where",
        "see 'pmgit edit --help'"
      ),
      (["move", "x", "--before"], "missing value for '--before", "see 'pmgit move --help'"),
    ] as [([String], String, String)])
  func values(arguments: [String], message: String, hint: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = try await failure(pmgit, arguments)
    #expect(result.exitCode == (arguments.contains("--") ? 1 : 64))
    #expect(result.messages.contains(message))
    #expect(result.messages.contains(hint))
  }

  @Test("A wrong query points at the word")
  func query() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = try await failure(pmgit, ["list", "state:doing", "due:soonish"])
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("  state:doing due:soonish\n"))
    #expect(result.messages.contains("^^^^^^^\n"))
  }

  @Test("A malformed line of an import is named by its number, and nothing is imported")
  func badImport() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let input = "{\"title\":\"Good\"}\n\n{\"title\":\"Bad\",}\n"
    let result = try await failure(pmgit, ["import", "-"], input: input)
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("line 3: column 16: a comma before '}'"))
    #expect(try await pmgit("list") == "")
    let missing = try await failure(pmgit, ["import", "nowhere.jsonl"])
    #expect(missing.messages.contains("could not read 'nowhere.jsonl': No such file or directory"))
  }

  @Test("No identity on the first write; reading needs none")
  func noIdentity() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit.repository.git("config", "--unset", "user.name")
    try await pmgit.repository.git("config", "--unset", "user.email")
    let result = try await failure(pmgit, ["add", "A plan"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("git config --global user.name"))
    #expect(try await pmgit("list") == "")
  }

  @Test("No remote, one that is not there, and no git program")
  func remotes() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let none = try await failure(pmgit, ["sync"])
    #expect(none.exitCode == 1)
    #expect(none.messages.contains("has no remote"))
    try await pmgit.repository.git("remote", "add", "origin", "/nowhere/hub.git")
    let missing = try await failure(pmgit, ["sync"])
    #expect(missing.messages.contains("there is no repository at the address of 'origin'"))
    #expect(missing.exitCode == 1)
    try await pmgit.repository.git("remote", "set-url", "origin", "git://127.0.0.1:1/hub.git")
    let unreachable = try await failure(pmgit, ["sync"])
    #expect(unreachable.messages.contains("can't be reached"))
    #expect(unreachable.exitCode == 75)
    pmgit.environment["PATH"] = "/nowhere"
    let noGit = try await failure(pmgit, ["sync"])
    #expect(noGit.messages.contains("there is no program 'git' on the PATH"))
    #expect(try await pmgit("add", "Works without git").count == 13)
  }

  @Test("A plan that can't be read is named, and the others still list")
  func unreadablePlan() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let good = try await pmgit.add("Good")
    try await commitFile("plans/k7/k7m2q9x4t1ab.json", "{\"format\": 1,\n<<<<<<<\n", in: pmgit)
    let listed = await pmgit.run(["list"])
    #expect(listed.exitCode == 0)
    #expect(listed.output.contains(good))
    #expect(
      listed.messages.hasPrefix(
        "warning: 'plans/k7/k7m2q9x4t1ab.json' can't be read: line 2, column 1: "
          + "expected a key in double quotes, found git's conflict marker '<<<<<<<'\n"))
    let shown = try await failure(pmgit, ["show", "k7m2"])
    #expect(shown.exitCode == 1)
    #expect(shown.messages.contains("plan 'k7m2q9x4t1ab' can't be read: line 2, column 1: "))
    let edited = try await failure(pmgit, ["edit", "k7m2", "--title", "x"])
    #expect(edited.messages.contains("git log -p --all -- :/plans/k7/k7m2q9x4t1ab.json"))
  }

  @Test("A board of a newer format is refused, read or write")
  func newerFormat() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await commitFile("board.json", "{\"format\": 2, \"id\": \"board\"}", in: pmgit)
    for arguments in [["list"], ["add", "A plan"]] {
      let result = try await failure(pmgit, arguments)
      #expect(result.exitCode == 1)
      #expect(result.messages.contains("board 'main' has format 2; this pmgit reads up to 1"))
    }
  }

  @Test("Numbers that are no lines are refused, however small or great they are")
  func lineNumbers() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--check", "one")
    for number in ["-9223372036854775808", "0", "2", "9223372036854775807"] {
      let result = await pmgit.run(["check", id, "--", number])
      #expect(result.exitCode == 64)
    }
  }

  @Test("With --json an error is a document on standard output")
  func json() async throws {
    let pmgit = try await CommandRunner()
    let result = await pmgit.run(["--json", "list"])
    #expect(result.exitCode == 1)
    #expect(result.messages == "")
    let lines = result.output.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.prefix(5) == [
        "{", "\"error\": {", "\"code\": \"no-board\",", "\"detail\": [],", "\"hints\": [",
      ])
    let usage = await pmgit.run(["list", "--json", "--frob"])
    #expect(usage.exitCode == 64)
    #expect(usage.output.contains("\"code\": \"usage\""))
  }

  @Test("Escape sequences in a title never reach the terminal")
  func escapes() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await commitFile(
      "plans/k7/k7m2q9x4t1ab.json",
      #"{"format": 1, "id": "k7m2q9x4t1ab", "fields": {"title": "a\u001b[31mb\u202ec", "#
        + #""state": "to\u001bdo"}}"#, in: pmgit)
    for arguments in [["list"], ["board"], ["show", "k7m2"], ["log"], ["status"]] {
      for isTerminal in [false, true] {
        if isTerminal { pmgit.useTerminal() }
        let result = await pmgit.run(arguments)
        #expect(result.exitCode == 0)
        #expect(!result.output.contains("\u{1B}[31m") && !result.output.contains("\u{202E}"))
      }
    }
  }

  private func commitFile(_ path: String, _ text: String, in pmgit: CommandRunner) async throws {
    try await pmgit.repository.commitToBoard(text, at: path)
  }

  @Test("What was mistyped, or is another tracker's word, is answered with the right one")
  func rightWords() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("init", "--board", "roadmap")
    let id = try await pmgit.add("T")
    #expect(
      await pmgit.run(["list", "--board", "roadmp"]).messages.contains("did you mean 'roadmap'?"))
    #expect(await pmgit.run(["today"]).messages.contains("did you mean 'pmgit list due:today'?"))
    #expect(
      await pmgit.run(["edit", id, "-d", "11/30"]).messages.contains("not in the order of year"))
    #expect(
      await pmgit.run(["edit", id, "-d", "5/6"]).messages.contains("which number is the month"))
    try await pmgit("column", "edit", "done", "--from", "doing")
    #expect(await pmgit.run(["move", id, "done"]).exitCode != 0)
    try await pmgit("column", "edit", "done", "--from", "none")
    try await pmgit("move", id, "done")
  }

  @Test("A history of a query that finds nothing is empty, with its remarks, and no error")
  func emptyHistory() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let none = await pmgit.run(["log", "#nosuch"])
    #expect(none.exitCode == 0 && none.output == "")
    #expect(none.messages.contains("no plan has the label 'nosuch'"))
    #expect(await pmgit.run(["log", "zzzz"]).exitCode == 1)
    #expect(await pmgit.run(["log", "--since", "tomorrow"]).messages.contains("is in the future"))
    #expect(await pmgit.run(["log", "--until", "2026-12-31"]).exitCode == 0)
  }
}
