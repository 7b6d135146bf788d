import PmgitTestSupport
import Testing

/// 'restore', for plans that were broken with plain git.
@Suite("Restoring a plan") struct RestoreTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String, path: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan", "--label", "bug")
    return (pmgit, id, "plans/\(id.prefix(2))/\(id).json")
  }

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
    #expect(
      result.messages.hasPrefix("restored \(id.prefix(4))\nrepaired '\(path)'\nhint: "))
    #expect(try await bytes(path, of: pmgit) == before)
    #expect(try await pmgit("list").contains("\tA plan\t"))
    #expect(try await pmgit.repository.git("show", "pmgit/main^:\(path)") == "{ \"broken")
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main^") == broken)
    let message = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(message == "restore \(id.prefix(4)): A plan")
    let again = await pmgit.run(["restore", id])
    #expect(again.messages == "nothing to change: \(id.prefix(4)) is not deleted\n")
  }

  @Test("whose file was copied under a new id makes a plan of that id, as is told everywhere")
  func copied() async throws {
    let (pmgit, id, path) = try await board()
    let new = "zzzz00000000"
    try await pmgit.repository.commitToBoard(
      try await bytes(path, of: pmgit), at: "plans/zz/\(new).json")
    let commands = [
      ["status"], ["doctor", "--json"], ["doctor", "pmgit/main"], ["show", new],
      ["edit", new, "--due", "none"],
    ]
    for command in commands {
      let result = await pmgit.run(command)
      let text = result.output + result.messages
      #expect(text.contains("'pmgit restore \(new)'"), "\(command): \(text)")
    }
    let result = await pmgit.run(["restore", new])
    #expect(result.exitCode == 0, "\(result)")
    for plan in [id, new] {
      let shown = try await pmgit("show", plan)
      #expect(shown.contains("title\tA plan\n"))
      #expect(shown.contains("label\tbug\n"))
    }
    #expect(!(await pmgit.run(["doctor"]).output.contains("unreadable")))
    try await pmgit("edit", new, "--title", "The copy")
    #expect(try await pmgit("show", id).contains("title\tA plan\n"))
    try await pmgit("delete", new)
    #expect(try await pmgit("list").split(separator: "\n").count == 1)
  }

  @Test("that was overwritten by a copy of another one takes its own last version, not the copy")
  func overwritten() async throws {
    let (pmgit, _, path) = try await board()
    let other = try await pmgit.add("Another")
    try await pmgit.repository.commitToBoard(
      try await bytes(path, of: pmgit), at: "plans/\(other.prefix(2))/\(other).json")
    try await pmgit("restore", other)
    #expect(try await pmgit("show", other).contains("title\tAnother\n"))
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
    let listed = await pmgit.run(["status"]).messages
    #expect(listed.contains("'\(renamed)' can't be read: it is not named like a plan\n"))
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

  @Test("whose values have a stamp that no command has written writes them anew")
  func wrongStamp() async throws {
    let (pmgit, id, path) = try await board()
    let stamped = try await bytes(path, of: pmgit)
      .replacing(
        "\"format\": 1,",
        with: #""format": 1, "stamps": {"fields": {"title": "9999-12-31T23:59:59.999Z~z"}},"#)
    try await pmgit.repository.commitToBoard(stamped, at: path)
    try #require(await pmgit.run(["doctor"]).output.contains("9999"))
    try await pmgit.repository.removeFromBoard(path)
    try await pmgit("restore", id)
    #expect(try await pmgit("show", id).contains("title\tA plan\n"))
    #expect(!(try await bytes(path, of: pmgit)).contains("9999"))
  }

  @Test("of another board than the configured one has hints with the board's name")
  func otherBoard() async throws {
    let (pmgit, id, path) = try await board()
    try await pmgit.repository.git("config", "pmgit.board", "other")
    try await pmgit.repository.commitToBoard("{", at: path)
    for (command, name) in [(["status"], id.prefix(4)), (["doctor", "--json"], id[...])] {
      let result = await pmgit.run(command + ["--board", "main"])
      let text = result.output + result.messages
      #expect(text.contains("'pmgit restore \(name) --board main'"), "\(text)")
      #expect(!text.contains("restore \(name)'"))
    }
    let listed = await pmgit.run(["list", "--board", "main"]).messages
    #expect(listed.contains("'pmgit status --board main'"))
    try await pmgit("restore", String(id.prefix(4)), "--board", "main")
    #expect(try await pmgit("list", "--board", "main").contains(id))
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
    let listed = await pmgit.run(["status"]).messages
    #expect(listed.contains("hint: install a newer pmgit"))
    #expect(!listed.contains("restore"))
    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    #expect(await pmgit.run(["restore", id]).exitCode == 1)
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main") == before)
  }
}
