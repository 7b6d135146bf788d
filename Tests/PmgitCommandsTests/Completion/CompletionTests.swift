import PlanActions
import PlanModel
import PmgitTestSupport
import Testing

@testable import PmgitCommands

@Suite("Completion")
struct CompletionTests {
  /// Returns the words offered to fish for the last word of a line, without their meanings.
  private func words(_ pmgit: CommandRunner, _ line: String...) async -> [String] {
    let result = await pmgit.run(["---complete", "fish"] + line)
    #expect(result.exitCode == 0 && result.messages == "")
    return result.output.split(separator: "\n").dropFirst().map {
      String($0.prefix { $0 != "\t" })
    }
  }

  private func board() async throws -> CommandRunner {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    return pmgit
  }

  @Test("A shell is never offered a column's id that it would expand")
  func hostileColumns() async throws {
    let pmgit = try await board()
    try await pmgit.repository.commitToBoard(
      #"{"format":1,"id":"board","items":{"columns":{"$(touch x)":{"kind":"todo","rank":"a0"},"#
        + #""`id`":{"kind":"todo","rank":"a1"},"fine":{"kind":"todo","rank":"a2"}}}}"#,
      at: "board.json")
    #expect(await words(pmgit, "edit", "--state", "") == ["fine"])
    #expect(await words(pmgit, "list", "state:") == ["state:fine"])
  }

  @Test("Aliases are offered beside commands, and completed as what they stand for")
  func aliases() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("Fix login")
    for (name, value) in [
      ("bugs", "list '#bug'"), ("next-up", "show"), ("list", "board"), ("bad", "'"),
    ] {
      try await pmgit.repository.git("config", "pmgit.alias.\(name)", value)
    }
    #expect(await words(pmgit, "b").suffix(3) == ["branch", "bad", "bugs"])
    #expect(await words(pmgit, "next") == ["next", "next-up"])
    #expect(await words(pmgit, "").count { $0 == "list" } == 1)
    #expect(await words(pmgit, "next-up", "") == [String(id.prefix(4))])
    #expect(await words(pmgit, "config", "b") == ["board"])
    let unknown = await words(pmgit, "unknown", "")
    #expect(await words(pmgit, "bad", "") == unknown)
  }

  @Test("Each place of a command line is offered what belongs there")
  func places() async throws {
    let pmgit = try await board()
    let bug = try await pmgit.add("Fix login", "-l", "bug,ui", "--assign", "Mia <mia@example.org>")
    let docs = try await pmgit.add("Docs", "--alias", "gh:12", "--link", "blocked-by:\(bug)")
    let gone = try await pmgit.add("Gone", "-l", "gone")
    try await pmgit("delete", gone)
    try await pmgit("config", "view", "soon", "due:<=eow")
    let short = [bug, docs].map { String($0.prefix(4)) }
    for command in [
      "show", "edit", "move", "check", "comment", "delete", "done", "start", "branch",
    ] {
      #expect(await words(pmgit, command, "") == short, "\(command)")
    }
    #expect(await words(pmgit, "restore", "") == [String(gone.prefix(4)), "board"])
    #expect(await words(pmgit, "show", bug) == [bug])
    #expect(await words(pmgit, "show", "gh") == ["gh:12"])
    // The plan 'Docs' is not offered, although its title begins so.
    #expect(await words(pmgit, "move", bug, "do") == ["doing", "done"])
    #expect(await words(pmgit, "move", bug, "") == ["todo", "doing", "done"])
    #expect(await words(pmgit, "move", bug, "docs") == [short[1]])
    // A column takes precedence over plans whose ids begin so.
    #expect(await words(pmgit, "move", bug, "t") == ["todo"])
    #expect(await words(pmgit, "tree", "lab") == ["label:"])
    #expect(await words(pmgit, "move", "--where", "#bug", "") == ["todo", "doing", "done"])
    #expect(await words(pmgit, "move", bug, "todo", "--before", "") == short)
    #expect(await words(pmgit, "edit", bug, "--label", "bug,u") == ["bug,ui"])
    #expect(await words(pmgit, "edit", bug, "--no-label=b") == ["--no-label=bug"])
    #expect(await words(pmgit, "labels", "rename", "") == ["bug", "ui"])
    #expect(await words(pmgit, "edit", bug, "--assign", "m") == ["mia"])
    #expect(await words(pmgit, "edit", bug, "-a", "@m") == ["@me", "@mia"])
    #expect(await words(pmgit, "log", "--by", "mia@") == ["mia@example.org"])
    #expect(await words(pmgit, "log", "--field", "la") == ["labels"])
    for command in ["list", "show", "next", "board"] {
      #expect(await words(pmgit, command, "--fields", "id,tit") == ["id,title"], "\(command)")
    }
    #expect(await words(pmgit, "show", bug, "") == short)
    #expect(await words(pmgit, "add", "x", "--link", "bl") == ["blocked-by:", "blocks:"])
    #expect(await words(pmgit, "add", "x", "--link", "blocks:") == short.map { "blocks:" + $0 })
    #expect(await words(pmgit, "add", "x", "--priority", "u") == ["urgent"])
    #expect(await words(pmgit, "board", "--columns", "todo,doi") == ["todo,doing"])
    #expect(await words(pmgit, "board", "--group-by", "as") == ["assignee"])
    #expect(await words(pmgit, "config", "view", "so") == ["soon"])
    #expect(await words(pmgit, "config", "board", "") == ["main"])
    for line in [
      ["list"], ["board"], ["next"], ["export"], ["edit", "--where"], ["take", "--next"],
      ["config", "view", "x"], ["tree"], ["log"],
    ] {
      let found = await pmgit.run(["---complete", "fish"] + line + ["-label:u"])
      #expect(found.output == "words\n-label:ui\t1 plan\n", "\(line)")
    }
    #expect(await words(pmgit, "list", "view:so") == ["view:soon"])
    #expect(await words(pmgit, "list", "assignee:mi") == ["assignee:mia"])
    #expect(await words(pmgit, "list", "blocked-by:").count == 2)
    #expect(await words(pmgit, "take", "") == short)
    #expect(await words(pmgit, "tree", short[0]) == [short[0]])
    #expect(await words(pmgit, "help", "resto") == ["restore"])
    #expect(await words(pmgit, "edit", "--nos") == [])
    #expect(await words(pmgit, "add", "A title", "").allSatisfy { $0.hasPrefix("-") })
  }

  @Test("The fields that wait for a decision are offered, and the plans that have some")
  func conflicts() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    _ = try await pair.first.add("Another plan")
    #expect(await words(pair.first, "resolve", "") == [String(id.prefix(4)), "board"])
    #expect(await words(pair.first, "resolve", id, "") == ["title"])
    #expect(await words(pair.first, "resolve", "board", "") == [String(id.prefix(4))])
  }

  @Test("Behind a plan, 'check' is offered its lines, with their texts")
  func lines() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("One", "--check", "Tests", "--check", "Docs")
    _ = try await pmgit.add("Two", "--check", "Other")
    try await pmgit("check", id, "2")
    let offered = await pmgit.run(["---complete", "fish", "check", id, ""])
    #expect(offered.output == "words\n1\tTests\n2\tdone: Docs\n")
    #expect(await words(pmgit, "check", id, "1", "") == ["1", "2"])
    #expect(await words(pmgit, "check", "one", "2") == [])
    #expect(await words(pmgit, "check", "--all", id, "").count == 2)
    #expect(await words(pmgit, "check", "zzzz", "") == [])
  }

  @Test("--board and -C count, wherever they stand; 'show' then names that board's plans")
  func boards() async throws {
    let pmgit = try await board()
    _ = try await pmgit.add("Main")
    try await pmgit("init", "--board", "other")
    let id = try await pmgit.add("Other", "--board", "other")
    let short = [String(id.prefix(4))]
    #expect(await words(pmgit, "--board", "other", "show", "") == short)
    #expect(await words(pmgit, "show", "--board=other", "") == short)
    #expect(await words(pmgit, "show", "") != short)
    #expect(await words(pmgit, "show", "--board", "o") == ["other"])
    pmgit.directory = "/"
    #expect(
      await words(pmgit, "-C", pmgit.repository.path, "show", "--board", "other", "") == short)
  }

  @Test("Without a board, in no repository and for nonsense nothing is offered, and nothing said")
  func nothing() async throws {
    let pmgit = try await CommandRunner()
    #expect(await words(pmgit, "show", "") == [])
    #expect(await words(pmgit, "list", "label:") == [])
    #expect(await words(pmgit, "sho") == ["show"])
    pmgit.directory = "/"
    #expect(await words(pmgit, "edit", "--label", "") == [])
    #expect(await words(pmgit, "--board", "../x", "show", "") == [])
    for arguments in [
      [], ["tcsh", "x"], ["bash"], ["zsh"], ["bash", "9", "x", "", "pmgit show "],
    ] {
      let result = await pmgit.run(["---complete"] + arguments)
      #expect(result.exitCode == 0 && result.output == "" && result.messages == "")
    }
    // No version of the settings is readable.
    let broken = try await board()
    let blob = try await broken.repository.program.run(
      ["hash-object", "-w", "--stdin"], in: broken.repository.path, input: "{")
    let tree = try await broken.repository.program.run(
      ["mktree"], in: broken.repository.path, input: "100644 blob \(blob)\tboard.json\n")
    let commit = try await broken.repository.git("commit-tree", tree, "-m", "broken")
    try await broken.repository.git("update-ref", "refs/heads/pmgit/main", commit)
    #expect(await broken.run(["list"]).exitCode != 0)
    #expect(await words(broken, "show", "") == [])
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
