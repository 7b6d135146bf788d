import PmgitTestSupport
import Testing

@Suite struct SharingCommandsTests {
  @Test("A clone sees the board without 'init', and its first change goes on from there")
  func clone() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("Shared")
    try await pair.first("sync")
    let clone = try CommandRunner(try await ScratchRepository(cloning: pair.hub), seed: 3)
    #expect(try await clone("list").hasPrefix(id))
    #expect(try await clone("config", "board") == "main\tremote\n")
    try await clone("move", id, "doing")
    #expect(try await clone("config", "board") == "main\there, shared\n")
    #expect(await clone.run(["sync"]).messages == "sent 1 commit\n")
  }

  @Test("Different fields of one plan both stay, and both clones end on one commit")
  func differentFields() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan", "--label", "old")
    try await pair.syncBoth()
    try await pair.first("edit", id, "--due", "2026-12-01", "--label", "first")
    try await pair.second("move", id, "doing")
    try await pair.second("edit", id, "--no-label", "old", "--label", "second")
    try await pair.second("sync")
    try await pair.syncBoth()
    #expect(Set(try await pair.tips()).count == 1)
    let shown = try await pair.first("show", id)
    #expect(shown.contains("state\tdoing\ndue\t2026-12-01\n"))
    #expect(shown.contains("label\tfirst\nlabel\tsecond\n"))
    #expect(!shown.contains("label\told"))
    #expect(try await pair.first("resolve", "--list") == "")
  }

  @Test("The same field keeps both values until somebody decides, and the decision spreads")
  func sameField() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    #expect(Set(try await pair.tips()).count == 1)
    let listed = try await pair.first("resolve", "--list")
    #expect(listed.split(separator: "\n").count == 2)
    #expect(listed.contains("\(id)\ttitle\t1\tshown\t") && listed.contains("\tOurs\n"))
    #expect(try await pair.second("resolve", "--list") == listed)
    #expect(try await pair.first("list", "has:conflict").contains(id))
    let undecided = await pair.first.run(["resolve", id])
    #expect(undecided.exitCode == 64)
    #expect(undecided.messages.contains("--take 2  for  Ours"))
    try await pair.first("resolve", id, "--take", "2")
    try await pair.syncBoth()
    #expect(try await pair.second("resolve", "--list") == "")
    #expect(try await pair.second("show", id).contains("title\tOurs\n"))
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("Settings of the board conflict and are resolved like plans")
  func boardSettings() async throws {
    let pair = try await SharedBoard()
    _ = try await pair.second.add("So that the second has the board too")
    try await pair.first("column", "edit", "doing", "--title", "In work")
    pair.second.now = pair.first.now
    try await pair.second("column", "edit", "doing", "--title", "5")
    try await pair.first("sync")
    let synced = await pair.second.run(["sync"])
    #expect(
      synced.messages.hasSuffix(
        "1 conflict to decide\nhint: see the values with 'pmgit resolve --list'\n"))
    let listed = try await pair.second("resolve", "--list")
    #expect(listed.hasPrefix("board\tcolumns/doing/title\t1\tshown\t"))
    try await pair.second("resolve", "board", "--value", "7")
    #expect(try await pair.second("resolve", "--list") == "")
    #expect(try await pair.second("config").contains("column.doing\t7 (doing)\n"))
  }

  @Test("A plan that was deleted here and changed there shows again, marked")
  func deleteAgainstEdit() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    try await pair.first("delete", id)
    try await pair.second("comment", id, "-m", "still needed")
    try await pair.syncBoth()
    try await pair.first("sync")
    #expect(try await pair.first("list").contains(id))
    pair.first.useTerminal()
    let shown = try await pair.first("show", id)
    #expect(shown.contains("deleted by Dev One, but changed since\n"))
    #expect(shown.contains("'pmgit restore \(id.prefix(4))' keeps it"))
  }

  @Test("Importing a board's own export decides no conflict")
  func importUndecided() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    let exported = try await pair.first("export")
    let result = await pair.first.run(["import", "-"], input: exported)
    #expect(result.messages == "nothing to import: 1 plan unchanged\n")
    #expect(try await pair.first("resolve", "--list").contains(id))
    // Another board gets the shown value, and a warning about the others.
    let other = try await CommandRunner.withBoard(seed: 9)
    let imported = await other.run(["import", "-"], input: exported)
    #expect(
      imported.messages.contains("a value in 'conflicts' that is not shown was left out"),
      "\(imported)")
  }

  @Test("Moving a plan to where it is shown decides a conflict about its column")
  func moveDecides() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    try await pair.first("move", id, "doing")
    pair.second.now = pair.first.now
    try await pair.second("move", id, "done")
    try await pair.syncBoth()
    #expect(try await pair.second("resolve", "--list").contains("\tstate\t"))
    try await pair.second("move", id, "done")
    #expect(try await pair.second("resolve", "--list") == "")
  }

  @Test("'init' in a clone of one branch uses the remote's board and reports it")
  func singleBranch() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("sync")
    try await pair.first.repository.git("commit", "--quiet", "--allow-empty", "-m", "code")
    try await pair.first.repository.git("push", "--quiet", "origin", "main")
    let clone = try CommandRunner(
      try await ScratchRepository(cloning: pair.hub, options: ["--single-branch"]), seed: 3)
    #expect(await clone.run(["list"]).messages.contains("or to fetch it from 'origin'"))
    let result = await clone.run(["init"])
    #expect(result.messages.hasPrefix("fetched board 'main' from 'origin'\n"))
    #expect(try await clone("list").hasPrefix(id))
  }

  @Test("A clone with a shallow history of the code has all of the board")
  func shallowCode() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("sync")
    for message in ["one", "two"] {
      try await pair.first.repository.git("commit", "--quiet", "--allow-empty", "-m", message)
    }
    try await pair.first.repository.git("push", "--quiet", "origin", "main")
    let clone = try CommandRunner(
      try await ScratchRepository(cloning: pair.hub, options: ["--depth=1"]), seed: 3)
    try await clone("init")
    try await clone("edit", id, "--due", "2026-12-01")
    try await pair.first("edit", id, "--owner", "Dev Two")
    try await pair.first("sync")
    #expect(await clone.run(["sync"]).messages == "merged 1 commit from 'origin', sent 2 commits\n")
    #expect(try await clone("log", id).contains("\towner\t\tDev Two\n"))
  }

  @Test("'sync --push' in a clone that has changed nothing has nothing to do")
  func pushNothing() async throws {
    let pair = try await SharedBoard()
    let result = await pair.second.run(["sync", "--push"])
    #expect(result.exitCode == 0)
    #expect(result.messages == "up to date with 'origin'\n")
  }

  @Test("'sync --push' says when the remote is ahead, and 'sync --pull' sends nothing")
  func pushAndPull() async throws {
    let pair = try await SharedBoard()
    _ = try await pair.second("list")
    _ = try await pair.first.add("From the first")
    try await pair.first("sync", "--push")
    _ = try await pair.second.add("From the second")
    let push = await pair.second.run(["sync", "--push"])
    #expect(push.exitCode == 1)
    #expect(push.messages.contains("run 'pmgit sync' to bring both together"))
    let before = try await pair.hub.git("rev-parse", "pmgit/main")
    try await pair.second("sync", "--pull")
    #expect(try await pair.hub.git("rev-parse", "pmgit/main") == before)
    #expect(try await pair.second("list").split(separator: "\n").count == 2)
    #expect(try await pair.second("status").contains("ahead\t2\nbehind\t0\n"))
  }

  @Test("A hook that refuses the board is quoted, and the board here is whole")
  func refused() async throws {
    let pair = try await SharedBoard()
    try pair.hub.installHook("pre-receive", script: "echo 'boards are frozen'; exit 1")
    let id = try await pair.first.add("A plan")
    let result = await pair.first.run(["sync"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("'origin' refused the board"))
    #expect(result.messages.contains("hint: origin says: boards are frozen"))
    #expect(try await pair.first("list").contains(id))
  }

  @Test("HEAD, the index, the work tree and other references stay as they were")
  func footprint() async throws {
    let pair = try await SharedBoard()
    let git = pair.first.repository
    try git.write("hello\n", to: "code/file.txt")
    try await git.git("commit", "--quiet", "--allow-empty", "-m", "code")
    let state = {
      [
        try await git.git("status", "--porcelain=v2", "--branch"),
        try await git.git("for-each-ref", "refs/heads/main", "refs/tags"),
        try await git.git("symbolic-ref", "HEAD"),
        try await git.git("ls-files", "--stage"),
      ]
    }
    let before = try await state()
    _ = try await pair.conflict()
    try await pair.first("log")
    #expect(try await state() == before)
    #expect(try await git.git("fsck", "--strict") == "")
    #expect(try await pair.hub.git("fsck", "--strict") == "")
  }

  @Test("A board whose settings somebody broke here is not sent to others")
  func brokenSettings() async throws {
    let pair = try await SharedBoard()
    try await pair.second("sync")
    let before = try await pair.hub.git("rev-parse", "pmgit/main")
    try pair.first.repository.commitHostile([HostileFile("board.json", "broken")])
    let refused = await pair.first.run(["sync"])
    #expect(refused.exitCode == 1)
    #expect(refused.messages.contains("the settings of board 'main' can't be read"))
    #expect(try await pair.hub.git("rev-parse", "pmgit/main") == before)
    #expect(await pair.first.run(["sync", "--push"]).exitCode == 1)
    #expect(try await pair.hub.git("rev-parse", "pmgit/main") == before)
    #expect(await pair.second.run(["sync"]).exitCode == 0)
  }
}
