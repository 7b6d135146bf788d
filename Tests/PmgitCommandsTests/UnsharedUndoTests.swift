import PlanModel
import PmgitTestSupport
import Testing

/// Undo of changes that were never shared: it removes them from the history.
@Suite("Undo of what nobody has seen")
struct UnsharedUndoTests {
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
    let (pair, id) = try await SharedBoard.withPlan()
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
    try await pair.shareAll()
    #expect(try await pair.first.content() == wanted)
    #expect(try await pair.first("resolve", "--list") == "")
    #expect(try await pair.first.repository.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("Several changes are undone and brought back at once, also on what others did since")
  func redo() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--due", "2026-12-01", "--label", "bug")
    let other = try await pair.first.add("Another", "--check", "a line")
    let after = try await pair.first.content()
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("undo", "2")
    #expect(await pair.first.run(["show", other]).exitCode == 1)
    try await pair.first("redo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == tip)
    // If another person's change comes in between, the redo makes a new commit.
    try await pair.first("undo", "2")
    pair.second.now = pair.first.now
    try await pair.second("comment", id, "-m", "meanwhile")
    try await pair.second("sync")
    try await pair.first("sync")
    let redone = await pair.first.run(["redo"])
    #expect(redone.messages.hasPrefix("redid 'add \(other.prefix(4)): Another'\nredid 'edit "))
    #expect(try await pair.first.field("due", of: id) == "2026-12-01")
    #expect(try await pair.first("show", id).contains("meanwhile"))
    #expect(
      try await pair.first.content().map { $0.object?["title"] }
        == after.map {
          $0.object?["title"]
        })
    #expect(await pair.first.run(["redo"]).exitCode == 1)
    try await pair.shareAll()
    #expect(try await pair.second("show", other).contains("a line"))
  }

  @Test("Several changes of one plan come back as they were last, on what others did since")
  func redoOfOnePlan() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
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
    #expect(try await pair.first.field("title", of: id) == "C")
    #expect(try await pair.first.field("due", of: id) == "2026-12-01")
    #expect(try await pair.first.field("state", of: other) == "doing")
  }

  @Test("What was undone in two ways comes back in two steps, also after a sync")
  func bothWays() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Shared")
    try await pair.first("sync")
    try await pair.first("edit", id, "--due", "2026-12-01")
    for command in ["undo", "undo", "sync", "redo", "redo"] { try await pair.first(command) }
    #expect(try await pair.first.field("title", of: id) == "Shared")
    #expect(try await pair.first.field("due", of: id) == "2026-12-01")
  }

  @Test("What was sent to a remote that gave no answer is undone by a commit")
  func sent() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let tracking = try await pair.first.repository.git("rev-parse", "origin/pmgit/main")
    try await pair.first("edit", id, "--title", "Mine")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("sync")
    // As if the response to the push was lost.
    try await pair.first.repository.git("update-ref", "refs/remotes/origin/pmgit/main", tracking)
    try await pair.first("undo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    try await pair.shareAll()
    #expect(try await pair.second.field("title", of: id) == "A plan")
  }

  @Test(
    "What plain git pushed from a clone of a part is undone by a commit, and does not return",
    arguments: [
      ["--depth=1"], ["--single-branch"], ["--single-branch", "--branch=pmgit/main"], [],
    ])
  func pushedByHand(options: [String]) async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first.repository.git("commit", "--quiet", "--allow-empty", "-m", "code")
    try await pair.first.repository.git("push", "--quiet", "origin", "HEAD:main")
    let clone = try CommandRunner(
      try await ScratchRepository(cloning: pair.hub, options: options), seed: 5)
    clone.now = pair.first.now
    try await clone("sync")
    try await clone("edit", id, "--title", "Mine")
    let tip = try await clone.repository.git("rev-parse", "pmgit/main")
    try await clone.repository.git("push", "--quiet", "origin", "pmgit/main")
    try await clone("undo")
    #expect(try await clone.repository.git("rev-parse", "pmgit/main^") == tip)
    try await clone("sync")
    #expect(try await clone.field("title", of: id) == "A plan")
    try await pair.first("sync")
    #expect(try await pair.first.field("title", of: id) == "A plan")
  }

  @Test("A trailer that names nothing keeps nobody from undoing")
  func madeUpTrailer() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Mine")
    try await pair.first("sync")
    let none = String(repeating: "1", count: 40)
    let made = try await pair.first.repository.git(
      "commit-tree", "-p", "pmgit/main", "-m", "x", "-m", "Redoes: \(none)", "pmgit/main^{tree}")
    try await pair.first.repository.git("update-ref", "refs/heads/pmgit/main", made)
    try await pair.first("undo", "2")
    #expect(try await pair.first.field("title", of: id) == "A plan")
  }

  @Test("What a clone has shared, by whatever remote, is undone by a commit")
  func shared() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Mine")
    let backup = try await ScratchRepository(bare: true)
    try await pair.first.repository.git("remote", "add", "backup", backup.path)
    try await pair.first.repository.git("push", "--quiet", "backup", "pmgit/main")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    try await pair.first("undo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    // The undo was never shared either, so the redo removes it from the history.
    try await pair.first("redo")
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main") == tip)
  }

  @Test(
    "The branch goes back only where the reflog keeps what it leaves, and where others read a remote",
    arguments: ["core.logAllRefUpdates=false", "core.bare=true", ""])
  func keeping(setting: String) async throws {
    let (pair, id) = try await SharedBoard.withPlan()
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
    #expect(try await pair.first.field("title", of: id) == "A plan")
  }

  @Test("A redoing that nobody has seen is undone without a commit")
  func redoing() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
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
    let (pair, id) = try await SharedBoard.withPlan()
    // Both clones belong to the same person.
    try await pair.second.repository.git("config", "user.name", "Dev One")
    try await pair.second.repository.git("config", "user.email", "one@example.org")
    try await pair.first("edit", id, "--title", "Mine")
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--due", "2026-12-01")
    try await pair.shareAll()
    #expect(await pair.first.run(["redo"]).exitCode == 1)
    #expect(try await pair.first.field("title", of: id) == "A plan")
  }

  @Test("What was put back is not left behind: the plan would be broken again")
  func putBack() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let repository = pair.first.repository
    try await repository.commitToBoard("{", at: "plans/\(id.prefix(2))/\(id).json")
    try await pair.first("sync", "-q")
    try await pair.first("restore", id)
    let tip = try await repository.git("rev-parse", "pmgit/main")
    #expect(await pair.first.run(["undo"]).exitCode == 0)
    #expect(try await repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await pair.first.field("title", of: id) == "A plan")
  }

  @Test("A commit made by hand that changes more than plans is not left behind")
  func byHand() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
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
    #expect(try await pair.first.field("title", of: id) == "A plan")
  }
}
