import PmgitTestSupport
import Testing

/// Plans that somebody broke with plain git, and 'restore'.
@Suite("Restoring a plan") struct RestoreTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String, path: String) {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    let id = try await pmgit.add("A plan", "--label", "bug")
    return (pmgit, id, "plans/\(id.prefix(2))/\(id).json")
  }

  /// The bytes of a path of the board.
  private func bytes(_ path: String, of pmgit: CommandRunner) async throws -> String {
    try await pmgit.repository.git("show", "pmgit/main:\(path)")
  }

  @Test("that can't be read takes its last readable version, and the broken bytes stay in history")
  func broken() async throws {
    let (pmgit, id, path) = try await board()
    let before = try await bytes(path, of: pmgit)
    try await pmgit.repository.commitToBoard("{ \"broken", at: path)
    let broken = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let result = await pmgit.run(["restore", String(id.prefix(4))])
    #expect(result.exitCode == 0)
    #expect(result.messages.hasPrefix("restored \(id.prefix(4))\nhint: "))
    #expect(try await bytes(path, of: pmgit) == before)
    #expect(try await pmgit("list").contains("\tA plan\t"))
    #expect(try await pmgit.repository.git("show", "pmgit/main^:\(path)") == "{ \"broken")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main^") == broken)
    let message = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(message == "restore \(id.prefix(4)): A plan")
    let again = await pmgit.run(["restore", id])
    #expect(again.messages == "nothing to change: \(id.prefix(4)) is like that already\n")
  }

  @Test("that was renamed puts it back as it is now, with what was edited")
  func renamed() async throws {
    let (pmgit, id, path) = try await board()
    let text = try await bytes(path, of: pmgit).replacing("A plan", with: "Edited by hand")
    let renamed = "plans/\(id.prefix(2))/renamed.json"
    try await pmgit.repository.commitToBoard(text + "\n", at: renamed)
    try await pmgit.repository.removeFromBoard(path)
    let shown = await pmgit.run(["show", id])
    #expect(shown.exitCode == 1)
    #expect(
      shown.messages == """
        pmgit: the file of plan '\(id)' was renamed to '\(renamed)'
        hint: put it back in its place with 'pmgit restore \(id)'

        """)
    let listed = await pmgit.run(["list"]).messages
    #expect(listed.contains("'\(renamed)' can't be read: it is not named as a plan is\n"))
    #expect(listed.contains("put it back in its place with 'pmgit restore \(id)'\n"))
    try await pmgit("restore", String(id.prefix(5)))
    #expect(try await pmgit("show", id).contains("title\tEdited by hand\n"))
    #expect(await pmgit.run(["list"]).messages == "")
    let files = try await pmgit.repository.git(
      "ls-tree", "-r", "--name-only", "pmgit/main", "plans")
    #expect(files == path)
  }

  @Test("whose file was removed brings it back by its whole id")
  func removed() async throws {
    let (pmgit, id, path) = try await board()
    try await pmgit.repository.removeFromBoard(path)
    #expect(await pmgit.run(["restore", String(id.prefix(4))]).exitCode == 1)
    try await pmgit("restore", id.uppercased())
    #expect(try await pmgit("show", id).contains("label\tbug\n"))
  }

  @Test("that never could be read, or never was, is refused, and nothing changes")
  func refused() async throws {
    let (pmgit, _, _) = try await board()
    try await pmgit.repository.commitToBoard("{", at: "plans/k7/k7m2q9x4t1ab.json")
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let never = await pmgit.run(["restore", "k7m2"])
    #expect(never.exitCode == 1)
    #expect(never.messages.contains("no version of plan 'k7m2q9x4t1ab'"))
    let unknown = await pmgit.run(["restore", "zzzzzzzzzzzz"])
    #expect(unknown.messages.contains("no plan's id begins with 'zzzzzzzzzzzz'"))
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }

  @Test("that was deleted before it was broken shows it again")
  func deletedAndBroken() async throws {
    let (pmgit, id, path) = try await board()
    try await pmgit("delete", id)
    try await pmgit.repository.commitToBoard("{", at: path)
    try await pmgit("restore", id)
    #expect(try await pmgit("list").contains(id))
  }

  @Test("that a newer pmgit wrote is refused, and no command is offered that would undo it")
  func tooNew() async throws {
    let (pmgit, id, path) = try await board()
    try await pmgit.repository.commitToBoard(#"{"format": 2, "id": "\#(id)"}"#, at: path)
    let listed = await pmgit.run(["list"]).messages
    #expect(listed.contains("hint: install a newer pmgit"))
    #expect(!listed.contains("restore"))
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    #expect(await pmgit.run(["restore", id]).exitCode == 1)
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }
}

/// A broken plan that people meet in several clones.
@Suite("A broken plan and several people") struct BrokenPlanSharingTests {
  /// Two clones with one plan that is broken in the first and on the remote.
  private func brokenPair() async throws -> (pair: SharedBoard, id: String, path: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan", "--label", "bug")
    try await pair.first("sync")
    try await pair.second("sync")
    let path = "plans/\(id.prefix(2))/\(id).json"
    try await pair.first.repository.commitToBoard("{ broken", at: path)
    try await pair.first("sync", "-q")
    return (pair, id, path)
  }

  /// Syncs until both clones and the hub have one commit.
  private func rest(_ pair: SharedBoard) async throws {
    for runner in [pair.first, pair.second, pair.first] { _ = await runner.run(["sync", "-q"]) }
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("One mends it, one edits the version from before: both changes are there")
  func mendedAndEdited() async throws {
    let (pair, id, _) = try await brokenPair()
    try await pair.first("restore", id)
    try await pair.first("edit", id, "--due", "2026-12-01")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Edited before it was seen", "--no-label", "bug")
    try await rest(pair)
    for runner in [pair.first, pair.second] {
      let shown = try await runner("show", id)
      #expect(shown.contains("title\tEdited before it was seen\n"))
      #expect(shown.contains("due\t2026-12-01\n"))
      #expect(!shown.contains("label\tbug"))
      #expect(try await runner("conflicts") == "")
    }
  }

  @Test("One edits the version from before while it is broken: the edit stays, and the bytes")
  func stillBroken() async throws {
    let (pair, id, _) = try await brokenPair()
    try await pair.second("edit", id, "--title", "Edited before it was seen")
    let result = await pair.second.run(["sync"])
    #expect(result.messages.contains("kept as 'quarantine/\(id)."))
    try await rest(pair)
    #expect(try await pair.first("show", id).contains("title\tEdited before it was seen\n"))
    let files = try await pair.hub.git("ls-tree", "-r", "--name-only", "pmgit/main")
    let kept = try #require(files.split(separator: "\n").first { $0.hasPrefix("quarantine/") })
    #expect(try await pair.hub.git("show", "pmgit/main:\(kept)") == "{ broken")
  }

  @Test("Both mend it and go on apart: both changes are there, and nothing else comes back")
  func mendedTwice() async throws {
    let (pair, id, _) = try await brokenPair()
    _ = await pair.second.run(["sync", "-q"])
    try await pair.first("restore", id)
    try await pair.first("edit", id, "--title", "Ours")
    pair.second.now = pair.first.now
    try await pair.second("restore", id)
    try await pair.second("edit", id, "--no-label", "bug")
    try await rest(pair)
    let shown = try await pair.first("show", id)
    #expect(shown.contains("title\tOurs\n"))
    #expect(!shown.contains("label\tbug\n"))
    #expect(try await pair.first("conflicts") == "")
  }

  @Test("An edit that was broken in the next commit is not lost to an edit made elsewhere")
  func editBeforeBreak() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("sync")
    try await pair.second("sync")
    try await pair.first("edit", id, "--due", "2026-12-01")
    try await pair.first.repository.commitToBoard("{", at: "plans/\(id.prefix(2))/\(id).json")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--owner", "Dev Two")
    try await rest(pair)
    let shown = try await pair.second("show", id)
    #expect(shown.contains("owner\tDev Two\n"))
    #expect(shown.contains("due\t2026-12-01\n"))
  }
}
