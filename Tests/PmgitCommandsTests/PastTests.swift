import Git
import PlanModel
import PmgitTestSupport
import Testing

/// Boards at earlier times.
@Suite struct PastTests {
  @Test(
    "A plan that was made later is distinguished from one that nobody made",
    arguments: [["show"], ["show", "--blame"]])
  func notThereYet(command: [String]) async throws {
    let pmgit = try await CommandRunner()
    pmgit.now = Timestamp(milliseconds: CommandRunner.start.milliseconds - 5 * 86_400_000)
    try await pmgit("init")
    _ = try await pmgit.add("First")
    pmgit.now = CommandRunner.start
    let id = try await pmgit.add("Second")
    let early = await pmgit.run(command + [id, "--at", "3d"])
    #expect(early.exitCode == 1)
    #expect(
      early.messages.contains("plan '\(id.prefix(4))' was not there yet at 2026-11-17 23:59"),
      "\(early.messages)")
    #expect(early.messages.contains("pmgit log \(id.prefix(4))"), "\(early.messages)")
    let unknown = await pmgit.run(command + ["q9q9", "--at", "3d"])
    #expect(unknown.messages.contains("no plan's id begins with 'q9q9'"), "\(unknown.messages)")
  }

  @Test("A title or a query that names a plan which was made later is answered with that")
  func namedLater() async throws {
    let pmgit = try await CommandRunner()
    pmgit.now = Timestamp(milliseconds: CommandRunner.start.milliseconds - 5 * 86_400_000)
    try await pmgit("init")
    _ = try await pmgit.add("First")
    pmgit.now = CommandRunner.start
    let id = try await pmgit.add("Second plan")
    let short = String(id.prefix(4))
    let words = "plan '\(short)' was not there yet at 2026-11-17 23:59"
    for command in [
      ["show", "Second plan"], ["show", "--blame", "second"], ["list", "blocks:\(short)"],
      ["list", "parent:\(short)"], ["list", "--tree", "child-of:\(id)"],
    ] {
      let result = await pmgit.run(command + ["--at", "3d"])
      #expect(result.exitCode == 1, "\(command)")
      #expect(result.messages.contains(words), "\(command): \(result.messages)")
    }
    for command in [
      ["list", short], ["list", "id:\(short)"], ["list", "--tree", short], ["list", id],
    ] {
      let result = await pmgit.run(command + ["--at", "3d"])
      #expect(result.exitCode == 0, "\(command)")
      #expect(
        result.messages.contains("note: \(words)\nhint: see when it was made with"),
        "\(command): \(result.messages)")
    }
    for query in ["blocks:q9q9", "blocks:\"Third\""] {
      let unknown = await pmgit.run(["list", query, "--at", "3d"])
      #expect(unknown.messages.contains("no plan is called"), "\(unknown.messages)")
    }
    #expect(!(await pmgit.run(["list", "second", "--at", "3d"])).messages.contains("not there"))
  }

  @Test("Plans, lists and boards are shown as they were at a moment and at a commit")
  func past() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("As it was", "--due", "2026-11-21")
    let first = try await pmgit.repository.git("rev-parse", "--short", "pmgit/main")
    pmgit.now = Timestamp(milliseconds: pmgit.now.milliseconds + 3 * 86_400_000)
    try await pmgit("edit", id, "--title", "As it is")
    try await pmgit("move", id, "doing")
    let added = try await pmgit.add("Added later")
    for then in [
      "2026-11-20", "3d", "2026-11-20T09:00:01Z", first, "pmgit/main~3", "fri", "nov 20",
      "fri 09:00", "2026-11-20 09:00", "70 hours ago", "3-days-ago",
    ] {
      #expect(try await pmgit("show", id, "--at", then).contains("title\tAs it was"), "\(then)")
      let list = await pmgit.run(["list", "--at", then])
      #expect(list.output.contains("As it was") && !list.output.contains("later"), "\(then)")
      #expect(
        list.messages == "as of commit \(first), 3 days ago: add \(id.prefix(4)): As it was\n")
      // At that time the plan was due, but not overdue.
      #expect(!list.output.contains("overdue"), "\(then)")
      #expect(try await pmgit("board", "--at", then).hasPrefix("todo\t\(id)"), "\(then)")
      #expect(try await pmgit("export", "--at", then).contains(#""overdue":false"#), "\(then)")
      #expect(await pmgit.run(["show", added, "--at", then]).exitCode == 1)
    }
    #expect(try await pmgit("export").contains(#""overdue":true"#))
    let json = try await pmgit("board", "--at", first, "--json")
    #expect(json.contains(#""commit": "\#(first)"#))
  }

  @Test(
    "What is neither a moment nor a commit of a board is refused",
    arguments: [
      ("nonsense", 64, "'nonsense' is neither a moment nor a commit of a board"),
      ("HEAD", 64, "'HEAD' is neither a moment nor a commit of a board"),
      ("pmgit/main^{tree}", 64, "is neither a moment nor"),
      ("2026-02-30", 64, "February 2026 has 28 days"), ("23:59", 64, "'23:59' is in the future"),
      ("25:00", 64, "'25:00' is not a time"), ("12/1", 64, "write it as 'Dec 1' or 'Jan 12'"),
      ("+2d", 64, "'+2d' is in the future"),
      ("2025-01-01", 1, "there was no board 'main' yet at 2025-01-01 23:59"),
      // Every board starts with the same two commits, whose date is not when this board was made.
      ("2026-11-01", 1, "there was no board 'main' yet at 2026-11-01 23:59"),
      ("ab", 64, "could not find commit 'ab': it is too short, or several objects' ids begin"),
    ])
  func refusals(typed: String, exitCode: Int32, message: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("add", "A plan")
    try pmgit.repository.write("x", to: "repository/code")
    try await pmgit.repository.git("add", "code")
    try await pmgit.repository.git("commit", "-q", "-m", "code")
    let result = await pmgit.run(["list", "--at", typed])
    #expect(result.exitCode == exitCode)
    #expect(result.messages.contains(message), "\(result.messages)")
  }

  @Test("A commit of a clock that was years behind is as old as the one before it")
  func slowClock() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("add", "Before")
    pmgit.now = Timestamp(seconds: 946_684_800)
    try await pmgit("add", "Slow", "--due", "2020-01-01")
    try await pmgit("add", "Slow too")
    pmgit.now = Timestamp(milliseconds: CommandRunner.start.milliseconds + 30 * 3_600_000)
    try await pmgit("add", "After")
    for then in ["pmgit/main~1", "pmgit/main~2", "yesterday"] {
      let result = await pmgit.run(["list", "is:overdue", "--at", then])
      #expect(result.messages.contains(", yesterday: add "), "\(then): \(result.messages)")
      #expect(result.output.contains("Slow"), "\(then)")
    }
  }

  @Test("Commits of one moment are distinguished by their order")
  func sameSecond() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let now = pmgit.now
    let id = try await pmgit.add("one")
    for title in ["two", "three", "four"] {
      pmgit.now = now
      try await pmgit("edit", id, "--title", title)
    }
    #expect(try await pmgit("list", "--at", now.description).contains("four"))
  }

  @Test("A commit from elsewhere that would do harm is refused")
  func hostile() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let tip = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let commit = try pmgit.repository.commitHostile([HostileFile("plans", "no folder")])
    try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", tip)
    let result = await pmgit.run(["list", "--at", commit.hex])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("'plans' is a file, not a folder"), "\(result.messages)")
  }
}
