import PmgitTestSupport
import Testing

/// The messages of commands in daily use. They report only what is new, and report it once.
@Suite struct EverydayTests {
  // MARK: - Messages

  @Test("A document comes without messages, and errors stay")
  func documents() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix login", "--check", "a")
    _ = try await pmgit.add("Blocker", "--link", "blocks:\(id)")
    let commands = [
      ["done", "fix", "--json"], ["edit", id, "-l", "x", "--json"], ["list", "#nowhere", "--json"],
      ["comment", "login", "-m", "x", "--json"], ["check", id, "1", "--json"],
      ["undo", "--json"], ["move", id, "doing", "--dry-run", "--json"],
      ["add", "New +bug", "--json"],
    ]
    for command in commands {
      let result = await pmgit.run(command)
      #expect(result.exitCode == 0 && result.messages == "", "\(command): \(result)")
      #expect(result.output.hasPrefix("{"), "\(command)")
    }
    let failed = await pmgit.run(["done", "nothing", "--json"])
    #expect(failed.exitCode == 1 && failed.output.contains(#""code": "unknown-plan""#))
  }

  @Test("On a terminal 'add' says the id once; in a pipe it prints the whole id")
  func addedOnce() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let piped = await pmgit.run(["add", "Piped"])
    #expect(piped.output.count == 13 && piped.messages.hasPrefix("added "))
    pmgit.useTerminal(errorIsTerminal: true)
    let added = await pmgit.run(["add", "Fix login"])
    #expect(added.output == "" && added.messages.hasSuffix(" to Todo\n"))
    #expect(added.messages.split(separator: "\n").count == 1)
    #expect(await pmgit.run(["add", "Quiet", "-q"]).output.count == 13)
    pmgit.useTerminal(errorIsTerminal: false)
    #expect(await pmgit.run(["add", "Messages elsewhere"]).output.count == 13)
  }

  @Test(
    "Words of a title are answered with the plan, a whole title, an id and an alias are not",
    arguments: [
      ["done"], ["move", "NAME", "doing"], ["take"], ["comment", "NAME", "-m", "x"],
      ["edit", "NAME", "-l", "x"], ["delete"], ["check", "NAME", "1"],
    ])
  func titles(command: [String]) async throws {
    for (name, isAnswered) in [
      ("login", true), ("fix login", false), ("Fix Login", false), ("ID", false),
      ("github:o/r#1", false),
    ] {
      let pmgit = try await CommandRunner.withBoard()
      let id = try await pmgit.add(
        "Fix login", "--check", "a line", "--alias", "github:o/r#1")
      let typed = name == "ID" ? String(id.prefix(4)) : name
      let words = command.count == 1 ? command + ["NAME"] : command
      let result = await pmgit.run(words.map { $0 == "NAME" ? typed : $0 })
      #expect(result.exitCode == 0, "\(result)")
      let answer = "'\(typed)' is \(id.prefix(4)) 'Fix login'\n"
      #expect(result.messages.contains(answer) == isAnswered, "\(words) \(typed): \(result)")
    }
  }

  @Test("A plan that is where it is to go is said to be there, in one line")
  func there() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("In comments")
    let other = try await pmgit.add("Another")
    let (short, second) = (id.prefix(4), other.prefix(4))
    try await pmgit("move", id, "doing")
    #expect(await pmgit.run(["move", id, "doing"]).messages == "\(short) is already in Doing\n")
    let dryRun = await pmgit.run(["move", id, "--dry-run", "doing"])
    #expect(dryRun.messages == "\(short) is already in Doing\n")
    #expect(dryRun.output == "")
    pmgit.useTerminal()
    #expect(await pmgit.run(["move", id, "--dry-run", "doing"]).output == "")
    let mixed = await pmgit.run(["move", id, other, "--dry-run", "doing"])
    #expect(
      mixed.messages
        == "would have moved 1 plan to Doing; 1 more is there already; nothing was changed\n")
    try await pmgit("done", id, other)
    #expect(
      await pmgit.run(["done", id, other]).messages == "\(short), \(second) are already in Done\n")
    #expect(
      await pmgit.run(["edit", id, "-p", "none", "--dry-run"]).messages
        == "nothing would change: \(short) already has no priority\n")
  }

  // MARK: - What opens

  @Test(
    "Without a terminal no editor starts: the options are named",
    arguments: [
      (["edit", "ID"], "--title TEXT"), (["add", "-e"], "pmgit add TITLE"),
      (["comment", "ID", "--edit", "1", "--draft"], ""),
    ])
  func noEditor(command: [String], hint: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    pmgit.environment["GIT_EDITOR"] = nil
    pmgit.environment["EDITOR"] = "touch ran"
    let result = await pmgit.run(command.map { $0 == "ID" ? id : $0 })
    #expect(result.exitCode != 0, "\(result)")
    if !hint.isEmpty {
      #expect(
        result.messages.hasPrefix("pmgit: there is no terminal for the editor\n"), "\(result)")
      #expect(result.messages.contains(hint) && result.messages.contains("GIT_EDITOR"), "\(result)")
    }
    #expect(try await pmgit("edit", "--drafts") == "")
    #expect(try await pmgit.repository.git("status", "--short") == "")
  }

  @Test("'pmgit' alone takes global options, and prints the document of the status with --json")
  func alone() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let first = try await pmgit()
    #expect(await pmgit.run(["--no-pager"]).output == first)
    for arguments in [["-C", "."], ["--board", "main"]] {
      let other = await pmgit.run(arguments).output
      #expect(other.contains("pmgit \(arguments.joined(separator: " ")) "), "\(other)")
    }
    #expect(try await pmgit("--json") == pmgit("status", "--json"))
    #expect(await pmgit.run(["--board", "nowhere", "--json"]).exitCode == 1)
  }

  @Test("Help that is longer than the screen goes through the pager")
  func pagedHelp() async throws {
    let pmgit = try await CommandRunner.withBoard()
    pmgit.environment["GIT_PAGER"] = "cat >'\(pmgit.repository.path)/paged'"
    for (arguments, isPaged) in [
      (["help", "list"], true), (["list", "--help"], true), (["--help"], false),
      (["help", "--all"], true), (["help", "query"], true),
      (["help", "list", "--no-pager"], false), (["--no-pager", "help", "list"], false),
    ] {
      pmgit.useTerminal(heightInLines: 24)
      let result = await pmgit.run(arguments)
      let paged = try await pmgit.repository.git("status", "--short")
      #expect(result.exitCode == 0 && paged.contains("paged") == isPaged, "\(arguments)")
      #expect(result.output.isEmpty == isPaged, "\(arguments): \(result.messages)")
      try await pmgit.repository.git("clean", "-fq")
    }
    pmgit.useTerminal(heightInLines: 1000)
    #expect(try await pmgit("help", "list").contains("List plans"))
  }
}
