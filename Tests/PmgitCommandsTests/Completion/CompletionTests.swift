import PlanActions
import PlanModel
import PmgitTestSupport
import Testing

@testable import PmgitCommands

@Suite("Completion")
struct CompletionTests {
  @Test("A shell is never offered a column's id that it would expand")
  func hostileColumns() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit.repository.commitToBoard(
      #"{"format":1,"id":"board","items":{"columns":{"$(touch x)":{"kind":"todo","rank":"a0"},"#
        + #""`id`":{"kind":"todo","rank":"a1"},"fine":{"kind":"todo","rank":"a2"}}}}"#,
      at: "board.json")
    #expect(await pmgit.completions("edit", "--state", "") == ["fine"])
    #expect(await pmgit.completions("list", "state:") == ["state:fine"])
  }

  @Test("Aliases are offered beside commands, and completed as what they stand for")
  func aliases() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix login")
    for (name, value) in [
      ("bugs", "list '#bug'"), ("next-up", "show"), ("list", "board"), ("bad", "'"),
    ] {
      try await pmgit.repository.git("config", "pmgit.alias.\(name)", value)
    }
    #expect(await pmgit.completions("b").suffix(3) == ["branch", "bad", "bugs"])
    #expect(await pmgit.completions("next") == ["next", "next-up"])
    #expect(await pmgit.completions("").count { $0 == "list" } == 1)
    #expect(await pmgit.completions("next-up", "") == [String(id.prefix(4))])
    #expect(await pmgit.completions("config", "b") == ["board"])
    let unknown = await pmgit.completions("unknown", "")
    #expect(await pmgit.completions("bad", "") == unknown)
  }

  @Test("Each place of a command line is offered what belongs there")
  func places() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let bug = try await pmgit.add("Fix login", "-l", "bug,ui", "--assign", "Mia <mia@example.org>")
    let docs = try await pmgit.add("Docs", "--alias", "gh:12", "--link", "blocked-by:\(bug)")
    let gone = try await pmgit.add("Gone", "-l", "gone")
    try await pmgit("delete", gone)
    try await pmgit("view", "add", "soon", "due:<=eow")
    let short = [bug, docs].map { String($0.prefix(4)) }
    for command in [
      "show", "edit", "move", "check", "comment", "delete", "done", "branch",
    ] {
      #expect(await pmgit.completions(command, "") == short, "\(command)")
    }
    #expect(await pmgit.completions("restore", "") == [String(gone.prefix(4)), "board"])
    #expect(await pmgit.completions("show", bug) == [bug])
    #expect(await pmgit.completions("show", "gh") == ["gh:12"])
    // The plan 'Docs' is not offered, although its title begins so.
    #expect(await pmgit.completions("move", bug, "do") == ["doing", "done"])
    #expect(await pmgit.completions("move", bug, "") == ["todo", "doing", "done"])
    #expect(await pmgit.completions("move", bug, "docs") == [short[1]])
    // A column takes precedence over plans whose ids begin so.
    #expect(await pmgit.completions("move", bug, "t") == ["todo"])
    #expect(await pmgit.completions("list", "--tree", "lab") == ["label:"])
    #expect(await pmgit.completions("move", "--where", "#bug", "") == ["todo", "doing", "done"])
    #expect(await pmgit.completions("move", bug, "todo", "--before", "") == short)
    #expect(await pmgit.completions("edit", bug, "--label", "bug,u") == ["bug,ui"])
    #expect(await pmgit.completions("edit", bug, "--no-label=b") == ["--no-label=bug"])
    #expect(await pmgit.completions("label", "rename", "") == ["bug", "ui"])
    #expect(await pmgit.completions("edit", bug, "--assign", "m") == ["mia"])
    #expect(await pmgit.completions("edit", bug, "-a", "@m") == ["@me", "@mia"])
    #expect(await pmgit.completions("log", "--by", "mia@") == ["mia@example.org"])
    #expect(await pmgit.completions("log", "--field", "la") == ["labels"])
    for command in ["list", "show", "next", "board"] {
      #expect(await pmgit.completions(command, "--fields", "id,tit") == ["id,title"], "\(command)")
    }
    #expect(await pmgit.completions("show", bug, "") == short)
    #expect(await pmgit.completions("add", "x", "--link", "bl") == ["blocked-by:", "blocks:"])
    #expect(
      await pmgit.completions("add", "x", "--link", "blocks:") == short.map { "blocks:" + $0 })
    #expect(await pmgit.completions("add", "x", "--priority", "u") == ["urgent"])
    #expect(await pmgit.completions("board", "--columns", "todo,doi") == ["todo,doing"])
    #expect(await pmgit.completions("board", "--group-by", "as") == ["assignee"])
    #expect(await pmgit.completions("view", "list", "so") == ["soon"])
    #expect(await pmgit.completions("config", "board", "") == ["main"])
    for line in [
      ["list"], ["board"], ["next"], ["export"], ["edit", "--where"], ["take", "--next"],
      ["view", "add", "x"], ["list", "--tree"], ["log"],
    ] {
      let found = await pmgit.run(["---complete", "fish"] + line + ["-label:u"])
      #expect(found.output == "words\n-label:ui\t1 plan\n", "\(line)")
    }
    #expect(await pmgit.completions("list", "view:so") == ["view:soon"])
    #expect(await pmgit.completions("list", "assignee:mi") == ["assignee:mia"])
    #expect(await pmgit.completions("list", "blocked-by:").count == 2)
    #expect(await pmgit.completions("take", "") == short)
    #expect(await pmgit.completions("list", "--tree", short[0]) == [short[0]])
    #expect(await pmgit.completions("help", "resto") == ["restore"])
    #expect(await pmgit.completions("help", "q") == ["query"])
    #expect(await pmgit.completions("view", "") == ["list", "add", "edit", "rename", "remove"])
    #expect(await pmgit.completions("stats", "--ti") == ["--time"])
    #expect(await pmgit.completions("show", "--no-p") == ["--no-pager"])
    #expect(await pmgit.completions("edit", "--nos") == [])
    #expect(await pmgit.completions("add", "A title", "").allSatisfy { $0.hasPrefix("-") })
  }

  @Test("The fields that wait for a decision are offered, and the plans that have some")
  func conflicts() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    _ = try await pair.first.add("Another plan")
    #expect(await pair.first.completions("resolve", "") == [String(id.prefix(4)), "board"])
    #expect(await pair.first.completions("resolve", id, "") == ["title"])
    #expect(await pair.first.completions("resolve", "board", "") == [String(id.prefix(4))])
  }

  @Test("Behind a plan, 'check' is offered its lines, with their texts")
  func lines() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("One", "--check", "Tests", "--check", "Docs")
    _ = try await pmgit.add("Two", "--check", "Other")
    try await pmgit("check", id, "2")
    let offered = await pmgit.run(["---complete", "fish", "check", id, ""])
    #expect(offered.output == "words\n1\tTests\n2\tdone: Docs\n")
    #expect(await pmgit.completions("check", id, "1", "") == ["1", "2"])
    #expect(await pmgit.completions("check", "one", "2") == [])
    #expect(await pmgit.completions("check", "--all", id, "").count == 2)
    #expect(await pmgit.completions("check", "zzzz", "") == [])
  }

  @Test("--board and -C count, wherever they stand; 'show' then names that board's plans")
  func boards() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Main")
    try await pmgit("init", "--board", "other")
    let id = try await pmgit.add("Other", "--board", "other")
    let short = [String(id.prefix(4))]
    #expect(await pmgit.completions("--board", "other", "show", "") == short)
    #expect(await pmgit.completions("show", "--board=other", "") == short)
    #expect(await pmgit.completions("show", "") != short)
    #expect(await pmgit.completions("show", "--board", "o") == ["other"])
    pmgit.directory = "/"
    #expect(
      await pmgit.completions("-C", pmgit.repository.path, "show", "--board", "other", "") == short)
  }

  @Test("Without a board, in no repository and for nonsense nothing is offered, and nothing said")
  func nothing() async throws {
    let pmgit = try await CommandRunner()
    #expect(await pmgit.completions("show", "") == [])
    #expect(await pmgit.completions("list", "label:") == [])
    #expect(await pmgit.completions("sho") == ["show"])
    pmgit.directory = "/"
    #expect(await pmgit.completions("edit", "--label", "") == [])
    #expect(await pmgit.completions("--board", "../x", "show", "") == [])
    for arguments in [
      [], ["tcsh", "x"], ["bash"], ["zsh"], ["bash", "9", "x", "", "pmgit show "],
    ] {
      let result = await pmgit.run(["---complete"] + arguments)
      #expect(result.exitCode == 0 && result.output == "" && result.messages == "")
    }
    // No version of the settings is readable.
    let broken = try await CommandRunner.withBoard()
    let blob = try await broken.repository.program.run(
      ["hash-object", "-w", "--stdin"], in: broken.repository.path, input: "{")
    let tree = try await broken.repository.program.run(
      ["mktree"], in: broken.repository.path, input: "100644 blob \(blob)\tboard.json\n")
    let commit = try await broken.repository.git("commit-tree", tree, "-m", "broken")
    try await broken.repository.git("update-ref", "refs/heads/pmgit/main", commit)
    #expect(await broken.run(["list"]).exitCode != 0)
    #expect(await broken.completions("show", "") == [])
  }

  @Test("The arguments of every command can be read from the parser's description")
  func shapes() {
    func check(_ shape: CommandShape, _ path: String) {
      let arguments = shape.arguments()
      #expect(arguments.contains { $0.names.contains("--board") } || path == " help", "\(path)")
      for command in shape.subcommands { check(command, path + " " + command.name) }
    }
    check(.program, "")
    #expect(CommandShape.program.subcommands.count > 30)
  }

  @Test("Every subject is the completion of some argument")
  func subjects() {
    var used: Set<CompletionSubject> = []
    func collect(_ shape: CommandShape) {
      for argument in shape.arguments() {
        if case .subject(let subject) = argument.values { used.insert(subject) }
      }
      shape.subcommands.forEach(collect)
    }
    collect(.program)
    #expect(Set(CompletionSubject.allCases).subtracting(used) == [])
  }

  @Test("A script is printed for each shell, by default the person's own; others are refused")
  func scripts() async throws {
    let pmgit = try await CommandRunner()
    for (shell, line) in [
      ("bash", "complete -F _pmgit"), ("zsh", "#compdef pmgit"), ("fish", "complete -c pmgit"),
    ] {
      let script = try await pmgit("--generate-completion-script", shell)
      #expect(script.contains(line))
      #expect(try await pmgit("--generate-completion-script=\(shell)") == script)
      pmgit.environment["SHELL"] = "/bin/\(shell)"
      #expect(try await pmgit("--generate-completion-script") == script)
    }
    let refused = await pmgit.run(["--generate-completion-script", "tcsh"])
    #expect(refused.exitCode == 64 && refused.messages.contains("name bash, zsh or fish"))
  }
}
