import PlanModel
import PmgitTestSupport
import Testing

/// Undo where others change the same: what nobody else can have seen leaves nothing, and what is
/// shared is told truly.
@Suite("Undo beside others")
struct UndoSharingTests {
  /// Two clones that have a plan.
  private func board(_ options: String...) async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let result = await pair.first.run(["add", "A plan"] + options)
    try await shareAll(pair)
    return (pair, String(result.output.dropLast()))
  }

  /// Brings both clones to rest.
  private func shareAll(_ pair: SharedBoard) async throws {
    pair.second.now = max(pair.first.now, pair.second.now)
    for clone in [pair.first, pair.second, pair.first] { try await clone("sync") }
    #expect(Set(try await pair.tips()).count == 1)
  }

  private func line(_ field: String, of id: String, _ pmgit: CommandRunner) async throws -> String?
  {
    try await pmgit("show", id).split(separator: "\n").first { $0.hasPrefix("\(field)\t") }
      .map { String($0.dropFirst(field.count + 1)) }
  }

  // MARK: - What nobody else has seen

  @Test(
    "A change that was undone before it was shared is as if it had never been",
    arguments: [
      [["move", "ID", "done"], ["move", "ID", "doing"]],
      [["edit", "ID", "--title", "Mine"], ["edit", "ID", "--title", "Theirs"]],
      [["delete", "ID"], ["edit", "ID", "--title", "Theirs"]],
      [["edit", "ID", "--due", "2026-12-01"], ["edit", "ID", "--due", "2026-12-24"]],
      [["edit", "ID", "--title", "Mine"], ["delete", "ID"]],
    ])
  func neverBeen(commands: [[String]]) async throws {
    let (pair, id) = try await board()
    let before = try await pair.first.repository.git("rev-parse", "pmgit/main")
    let (mine, theirs) = (
      commands[0].map { $0 == "ID" ? id : $0 }, commands[1].map { $0 == "ID" ? id : $0 }
    )
    #expect(await pair.first.run(mine).exitCode == 0)
    let undone = await pair.first.run(["undo"])
    #expect(undone.messages.hasPrefix("undid '"), "\(undone)")
    #expect(undone.messages.hasSuffix("hint: bring it back with 'pmgit redo'\n"))
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == before)
    pair.second.now = pair.first.now
    #expect(await pair.second.run(theirs).exitCode == 0)
    let wanted = try await pair.second.content()
    try await shareAll(pair)
    #expect(try await pair.first.content() == wanted)
    #expect(try await pair.first("conflicts") == "")
    #expect(try await pair.first.repository.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("Several changes are undone and brought back at once, also on what others did since")
  func redo() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--due", "2026-12-01", "--label", "bug")
    let other = try await pair.first.add("Another", "--check", "a line")
    let after = try await pair.first.content()
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("undo", "2")
    #expect(await pair.first.run(["show", other]).exitCode == 1)
    try await pair.first("redo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == tip)
    // Somebody else's change comes in between: then it is made again, as a new commit.
    try await pair.first("undo", "2")
    pair.second.now = pair.first.now
    try await pair.second("comment", id, "-m", "meanwhile")
    try await pair.second("sync")
    try await pair.first("sync")
    let redone = await pair.first.run(["redo"])
    #expect(redone.messages.hasPrefix("redid 'add \(other.prefix(4)): Another'\nredid 'edit "))
    #expect(try await line("due", of: id, pair.first) == "2026-12-01")
    #expect(try await pair.first("show", id).contains("meanwhile"))
    #expect(
      try await pair.first.content().map { $0.object?["title"] }
        == after.map {
          $0.object?["title"]
        })
    #expect(await pair.first.run(["redo"]).exitCode == 1)
    try await shareAll(pair)
    #expect(try await pair.second("show", other).contains("a line"))
  }

  @Test("Several changes of one plan come back as they were last, on what others did since")
  func redoOfOnePlan() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--title", "B")
    try await pair.first("edit", id, "--title", "C", "--due", "2026-12-01")
    let other = try await pair.first.add("Another")
    try await pair.first("move", other, "doing")
    try await pair.first("undo", "4")
    pair.second.now = pair.first.now
    try await pair.second("comment", id, "-m", "meanwhile")
    try await pair.second("sync")
    try await pair.first("sync")
    let redone = await pair.first.run(["redo"])
    #expect(!redone.messages.contains("kept"), "\(redone)")
    #expect(try await line("title", of: id, pair.first) == "C")
    #expect(try await line("due", of: id, pair.first) == "2026-12-01")
    #expect(try await line("state", of: other, pair.first) == "doing")
  }

  @Test("What was undone in two ways comes back in two steps, also after a sync")
  func bothWays() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--title", "Shared")
    try await pair.first("sync")
    try await pair.first("edit", id, "--due", "2026-12-01")
    for command in ["undo", "undo", "sync", "redo", "redo"] { try await pair.first(command) }
    #expect(try await line("title", of: id, pair.first) == "Shared")
    #expect(try await line("due", of: id, pair.first) == "2026-12-01")
  }

  @Test("What was sent to a remote that gave no answer is undone by a commit")
  func sent() async throws {
    let (pair, id) = try await board()
    let tracking = try await pair.first.repository.git("rev-parse", "origin/pmgit/main")
    try await pair.first("edit", id, "--title", "Mine")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("sync")
    // As if the answer had been lost.
    try await pair.first.repository.git("update-ref", "refs/remotes/origin/pmgit/main", tracking)
    try await pair.first("undo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    try await shareAll(pair)
    #expect(try await line("title", of: id, pair.second) == "A plan")
  }

  @Test("A trailer that names nothing keeps nobody from undoing")
  func madeUpTrailer() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--title", "Mine")
    try await pair.first("sync")
    let none = String(repeating: "1", count: 40)
    let made = try await pair.first.repository.git(
      "commit-tree", "-p", "pmgit/main", "-m", "x", "-m", "Redoes: \(none)", "pmgit/main^{tree}")
    try await pair.first.repository.git("update-ref", "refs/heads/pmgit/main", made)
    try await pair.first("undo", "2")
    #expect(try await line("title", of: id, pair.first) == "A plan")
  }

  @Test("What a clone has shared, by whatever remote, is undone by a commit")
  func shared() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--title", "Mine")
    let backup = try await ScratchRepository(bare: true)
    try await pair.first.repository.git("remote", "add", "backup", backup.path)
    try await pair.first.repository.git("push", "--quiet", "backup", "pmgit/main")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("undo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    // The undoing itself has been seen by nobody: redo leaves nothing of it.
    try await pair.first("redo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test(
    "The branch goes back only where the reflog keeps what it leaves, and where others read a remote",
    arguments: ["core.logAllRefUpdates=false", "core.bare=true", ""])
  func keeping(setting: String) async throws {
    let (pair, id) = try await board()
    let repository = pair.first.repository
    if setting.isEmpty {
      try await repository.git("update-ref", "-d", "refs/remotes/origin/pmgit/main")
    } else {
      let parts = setting.split(separator: "=").map(String.init)
      try await repository.git("config", parts[0], parts[1])
      try await repository.git("reflog", "delete", "--rewrite", "refs/heads/pmgit/main@{0}")
    }
    try await pair.first("edit", id, "--title", "Mine")
    let tip = try await repository.git("rev-parse", "pmgit/main")
    try await pair.first("undo")
    #expect(try await repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await line("title", of: id, pair.first) == "A plan")
  }

  @Test("A redoing that nobody has seen is undone without a commit")
  func redoing() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--title", "Mine")
    try await pair.first("sync")
    try await pair.first("undo")
    try await pair.first("sync")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("redo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    try await pair.first("undo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test("Who changed something in another clone since has nothing to redo")
  func changedElsewhere() async throws {
    let (pair, id) = try await board()
    // The second clone is the same person's.
    try await pair.second.repository.git("config", "user.name", "Dev One")
    try await pair.second.repository.git("config", "user.email", "one@example.org")
    try await pair.first("edit", id, "--title", "Mine")
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--due", "2026-12-01")
    try await shareAll(pair)
    #expect(await pair.first.run(["redo"]).exitCode == 1)
    #expect(try await line("title", of: id, pair.first) == "A plan")
  }

  @Test("What was put back is not left behind: the plan would be broken again")
  func putBack() async throws {
    let (pair, id) = try await board()
    let repository = pair.first.repository
    try await repository.commitToBoard("{", at: "plans/\(id.prefix(2))/\(id).json")
    try await pair.first("sync", "-q")
    try await pair.first("restore", id)
    let tip = try await repository.git("rev-parse", "pmgit/main")
    #expect(await pair.first.run(["undo"]).exitCode == 0)
    #expect(try await repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await line("title", of: id, pair.first) == "A plan")
  }

  @Test("A commit made by hand that changes more than plans is not left behind")
  func byHand() async throws {
    let (pair, id) = try await board()
    let repository = pair.first.repository
    try await repository.git("worktree", "add", "--quiet", "../by-hand", "pmgit/main")
    let folder = repository.path + "/../by-hand"
    try await repository.git("-C", folder, "config", "user.name", "Dev One")
    try repository.write("by hand\n", to: "by-hand/notes.md")
    try await repository.git("-C", folder, "add", "notes.md")
    try await repository.git("-C", folder, "commit", "--quiet", "-m", "notes")
    try await repository.git("worktree", "remove", folder)
    let result = await pair.first.run(["undo"])
    #expect(result.messages.hasPrefix("nothing was left to undo of 'notes'"), "\(result)")
    let redone = await pair.first.run(["redo"])
    #expect(redone.messages.hasPrefix("nothing was left to redo of 'notes'"), "\(redone)")
    #expect(try await repository.git("show", "pmgit/main:notes.md") == "by hand")
    #expect(try await line("title", of: id, pair.first) == "A plan")
  }

  // MARK: - What others have seen

  @Test("An undo that goes back to nothing stands beside what was written apart")
  func absence() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--due", "2026-12-01")
    try await shareAll(pair)
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--due", "2026-12-24")
    try await shareAll(pair)
    let conflicts = try await pair.first("conflicts")
    #expect(conflicts.contains("due") && conflicts.contains("2026-12-24"), "\(conflicts)")
  }

  @Test("A deletion that is undone here and decided for there waits again, and shows the plan")
  func deletion() async throws {
    let (pair, id) = try await board()
    try await pair.first("delete", id)
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Theirs")
    try await shareAll(pair)
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("resolve", id, "deleted", "--take", "2")
    try await shareAll(pair)
    for clone in [pair.first, pair.second] {
      #expect(try await clone("list").contains("Theirs"))
      #expect(try await clone("conflicts").contains("deleted"))
    }
  }

  @Test("What another restored is told so, and the next undo goes on")
  func restored() async throws {
    let (pair, id) = try await board()
    let other = try await pair.first.add("Another")
    try await pair.first("delete", id)
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Theirs")
    try await shareAll(pair)
    try await pair.second("resolve", id, "deleted", "--take", "1")
    try await shareAll(pair)
    let short = id.prefix(4)
    #expect(
      await pair.first.run(["undo"]).messages == """
        nothing was left to undo of 'delete \(short): A plan'
        kept \(short) as it is: Dev Two restored it since
        hint: take back what you did before that with 'pmgit undo'

        """)
    #expect(
      await pair.first.run(["undo"]).messages.hasPrefix("undid 'add \(other.prefix(4)): Another'"))
  }

  @Test("What another has moved since is kept, with nothing said to be undone")
  func moved() async throws {
    let (pair, id) = try await board()
    try await pair.first("move", id, "doing")
    try await shareAll(pair)
    pair.second.now = pair.first.now
    try await pair.second("move", id, "done")
    try await pair.second("move", id, "doing")
    try await shareAll(pair)
    let before = try await pair.first.content()
    let result = await pair.first.run(["undo"])
    #expect(result.messages.hasPrefix("nothing was left to undo of 'move "), "\(result)")
    #expect(result.messages.contains("kept state of \(id.prefix(4)): Dev Two changed it since"))
    #expect(try await pair.first.content() == before)
  }

  @Test("Where both wrote the same, undo says that nothing shows of it")
  func same() async throws {
    let (pair, id) = try await board()
    try await pair.first("edit", id, "--title", "Same")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Same")
    try await shareAll(pair)
    let result = await pair.first.run(["undo"])
    #expect(result.messages.contains("kept title of \(id.prefix(4)): Dev Two wrote the same"))
    let json = try await pair.first("redo", "--json")
    #expect(json.contains("\"result\": \"redo\""))
    #expect(try await line("title", of: id, pair.first) == "Same")
  }

  @Test("One edit that a person undid in two clones comes back by one redo")
  func twice() async throws {
    let (pair, id) = try await board()
    // The second clone is the same person's.
    try await pair.second.repository.git("config", "user.name", "Dev One")
    try await pair.second.repository.git("config", "user.email", "one@example.org")
    try await pair.first("edit", id, "--title", "Changed")
    try await shareAll(pair)
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("undo")
    try await shareAll(pair)
    #expect(try await line("title", of: id, pair.first) == "A plan")
    let result = await pair.first.run(["redo"])
    #expect(result.messages.contains("redid '"), "\(result)")
    #expect(try await line("title", of: id, pair.first) == "Changed")
    #expect(await pair.first.run(["redo"]).exitCode == 1)
  }

  @Test("After a redo, changes are undone one at a time again", arguments: [true, false])
  func oneAtATime(isShared: Bool) async throws {
    let pair = try await SharedBoard()
    for title in ["A", "B", "C"] { try await pair.first("add", title) }
    if isShared { try await pair.first("sync") }
    try await pair.first("undo", "2")
    if isShared { try await pair.first("sync") }
    try await pair.first("redo")
    try await pair.first("undo")
    let titles = try await pair.first.content().compactMap { $0.object?["title"]?.string }
    #expect(titles == ["A", "B"])
  }

  @Test("A claim that is redone asks the remote, as 'take' does")
  func claim() async throws {
    let (pair, id) = try await board()
    try await pair.first("take", id)
    try await pair.first("undo")
    try await shareAll(pair)
    pair.second.now = pair.first.now
    try await pair.second("take", id)
    let result = await pair.first.run(["redo"])
    #expect(result.messages.hasPrefix("nothing was left to redo of 'take "), "\(result)")
    #expect(result.messages.contains("kept owner of \(id.prefix(4)): Dev Two changed it since"))
    #expect(try await line("owner", of: id, pair.first)?.contains("Dev Two") == true)
    #expect(try await pair.first("conflicts") == "")
  }

  // MARK: - Rules, and what is hidden

  @Test("A rule is not in the way of taking back a step that nobody else knows")
  func ownStep() async throws {
    for isAlone in [true, false] {
      let pair = try await SharedBoard()
      if isAlone { try await pair.first.repository.git("remote", "remove", "origin") }
      let id = try await pair.first.add("A plan")
      try await pair.first("move", id, "doing")
      try await pair.first("config", "column", "set", "doing", "--from", "todo")
      if !isAlone { try await pair.first("sync") }
      try await pair.first("move", id, "done")
      #expect(await pair.first.run(["undo"]).messages.hasPrefix("undid 'move "))
      #expect(try await line("state", of: id, pair.first) == "doing")
    }
  }

  @Test("Nor where others' changes came in between, so that a commit takes it back")
  func ownStepBelowMerge() async throws {
    let (pair, id) = try await board()
    try await pair.first("move", id, "doing")
    try await pair.first("config", "column", "set", "doing", "--from", "todo")
    try await shareAll(pair)
    try await pair.first("move", id, "done")
    try await pair.second("add", "Another")
    try await pair.second("sync")
    try await pair.first("pull")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    #expect(await pair.first.run(["undo"]).messages.hasPrefix("undid 'move "))
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await line("state", of: id, pair.first) == "doing")
  }

  @Test("A shared step that a rule does not let go back is told, and the next undo goes on")
  func sharedStep() async throws {
    let (pair, id) = try await board()
    try await pair.first("move", id, "doing")
    try await pair.first("config", "column", "set", "doing", "--from", "todo")
    try await pair.first("edit", id, "--title", "Changed")
    try await pair.first("move", id, "done")
    try await shareAll(pair)
    let result = await pair.first.run(["undo"])
    #expect(
      result.messages.contains(
        "kept state of \(id.prefix(4)): 'doing' takes plans only from 'todo'"), "\(result)")
    #expect(result.messages.hasPrefix("nothing was left to undo of 'move "))
    #expect(await pair.first.run(["undo"]).messages.hasPrefix("undid 'edit "))
    #expect(try await line("state", of: id, pair.first) == "done")
  }

  @Test("A decision about a plan that a deletion hides is refused")
  func hidden() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    try await pair.first("delete", id)
    let result = await pair.first.run(["resolve", id, "title", "--take", "1"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("is deleted"), "\(result)")
    #expect(try await pair.first("list") == "")
  }
}
